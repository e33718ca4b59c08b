// Own process: mounts a file system.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'

const disk = smallDisk()
const onSmallDisk = disk ? test.serial : test.serial.skip
test.after.always(() => {
  if (!disk) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
})

onSmallDisk(
  'a disk without room is told by /readyz and by what it refuses, and is forgotten with room',
  async (t) => {
    const port = await freePort()
    const dataDir = join(disk!, 'data')
    mkdirSync(dataDir)
    const cli = await buildCli(
      t,
      {
        SVC_DATA_DIR: dataDir,
        SVC_PORT: String(port),
        SVC_SPEECH_ENGINE: 'off',
        SVC_GENERATOR: 'rules',
      },
      { prepared: false },
    )
    t.is((await cli.run(['init', '--org', 'Hospital', '--yes'])).code, 0)
    const { secret } = (await cli.run(['key', 'create', '--json'])).json
    const server = cli.start(['serve'])
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    const ready = async () => {
      const answer = await fetch(at('/readyz')).catch(() => null)
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
      const body = (await answer?.json()) as any
      return {
        status: answer?.status,
        storage: body?.checks?.find(({ name }: { name: string }) => name === 'storage'),
        fault: body?.storage_fault,
      }
    }
    const token = async () => {
      const answer = await fetch(at('/integration/session-token/'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-token': secret },
        body: '{}',
      })
      const body = (await answer.json()) as { error: string; message: string }
      return { status: answer.status, body }
    }
    await t.notThrowsAsync(until(async () => (await ready()).status === 200, 60_000))
    t.like(await ready(), { storage: { required: true, ok: true }, fault: null })
    t.true((await token()).status < 300)

    fill(join(disk!, 'full'))
    await t.notThrowsAsync(until(async () => (await ready()).status === 503, 5000))
    t.like(await ready(), { storage: { ok: false }, fault: { folder: dataDir, code: 'ENOSPC' } })
    const refused = await token()
    t.is(refused.status, 503)
    t.is(refused.body.error, 'storage_full')
    t.regex(refused.body.message, /disco da pasta de dados .* está cheio/)
    t.regex(server.said.stderr + server.said.stdout, /storage\.not_writable/)

    rmSync(join(disk!, 'full'))
    await t.notThrowsAsync(until(async () => (await ready()).status === 200, 5000))
    t.true((await token()).status < 300)
    t.is((await cli.run(['audit', 'verify'])).code, 0)
    server.child.kill('SIGTERM')
    t.is((await server.ended).code, 0)
  },
)

/** null where nothing may be mounted. */
function smallDisk(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'svc-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'none', place], { stdio: 'ignore' })
    return place
  } catch {
    rmSync(place, { recursive: true })
    return null
  }
}

/** To the last byte. */
function fill(path: string) {
  const file = openSync(path, 'w')
  try {
    for (const block of [1 << 20, 4096, 1])
      for (;;) if (writeSync(file, Buffer.alloc(block)) < block) break
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
