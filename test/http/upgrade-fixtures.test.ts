// Own process: waits for files before it declares tests.
/**
 * What earlier versions left behind (test/fixtures/upgrade, written by
 * test/helpers/upgrade-fixture.ts with those versions' own programs), opened by this one:
 * everything is there, reads equal, and verifies; the backup of then is restored by the program of
 * now.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { extract } from 'tar'
import { z } from 'zod'
import { buildCli } from '../helpers/cli.ts'
import { until } from '../helpers/demo-service.ts'
import { demoVisits } from '../helpers/upgrade-visits.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/upgrade/', import.meta.url))
const Expected = z.object({
  version: z.string(),
  documents: z.record(z.string(), z.string()),
  sound: z.record(z.string(), z.string()),
})

for (const name of await readdir(FIXTURES))
  test(`data of ${name} are opened, read equal and verify; its backup too`, async (t) => {
    const port = 19_000 + ((process.pid + name.length) % 900)
    const { root, dataDir, run, start } = await buildCli(t, {
      SVC_SPEECH_ENGINE: 'off',
      SVC_GENERATOR: 'rules',
      SVC_DEMO: 'true',
      SVC_PORT: String(port),
    })
    const folder = join(FIXTURES, name)
    const expected = Expected.parse(
      JSON.parse(await readFile(join(folder, 'expected.json'), 'utf8')),
    )
    await extract({ cwd: root, file: join(folder, 'data.tar.gz') })

    // As install.sh asks before the switch: on a copy, with the state before kept.
    const up = await run(['bundle', 'step-up', '--from', 'a', '--to', 'b', '--json'])
    t.is(up.code, 0, up.stderr)
    t.is(up.json.kept === null, up.json.pending.length === 0)

    async function readsEqual() {
      const server = start(['serve'])
      await until(async () => server.said.stderr.includes('Serving on'), 60_000)
      const visits = demoVisits(`http://127.0.0.1:${port}`)
      for (const [visit, markdown] of Object.entries(expected.documents))
        t.deepEqual(await visits.read(visit), [markdown], visit)
      for (const [visit, digest] of Object.entries(expected.sound)) {
        const heard = createHash('sha256')
          .update(await visits.sound(visit))
          .digest('hex')
        t.is(heard, digest, visit)
      }
      t.regex(await visits.write('visita-nova', 'Escrito agora.'), /Escrito agora/)
      server.child.kill('SIGTERM')
      await server.ended
      const verified = await run(['audit', 'verify', '--json'])
      t.is(verified.code, 0, verified.stderr)
    }
    await readsEqual()

    const backup = join(folder, 'then.svcbackup')
    if (!existsSync(backup)) return
    const copy = join(root, 'then.svcbackup')
    await cp(backup, copy)
    const words = join(root, 'passphrase')
    await writeFile(words, 'correta cavalo bateria grampo', { mode: 0o600 })
    const drill = await run(['backup', 'drill', copy, '--passphrase-file', words, '--json'])
    t.is(drill.code, 0, drill.stderr)
    t.true(drill.json.steps.length > 0)
    t.true(drill.json.content.channels > 0)
    await rm(dataDir, { recursive: true })
    const restored = await run(['backup', 'restore', copy, '--passphrase-file', words, '--json'])
    t.is(restored.code, 0, restored.stderr)
    await readsEqual()
  })
