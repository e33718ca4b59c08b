import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { backupRound } from '../helpers/backup-rounds.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder } from '../helpers/demo-service.ts'

test('three times backed up while writing, wiped and restored: nothing acknowledged is missing', async (t) => {
  t.timeout(600_000)
  const folder = await demoFolder(t, { SVC_GENERATOR: 'rules' })
  const elsewhere = await mkdtemp(join(tmpdir(), 'svc-elsewhere-'))
  t.teardown(() => rm(elsewhere, { recursive: true, force: true }))
  let service = await folder.start()
  let meanwhile = 0
  for (let n = 0; n < 3; n++) {
    const done = await backupRound(folder, service, elsewhere, n * 30)
    service = done.service
    const { frames, versions, isSameSound, isOnRecord } = done.round
    t.true(frames.acknowledged > 0 && versions.acknowledged > 0)
    t.true(frames.held >= frames.acknowledged, JSON.stringify(frames))
    t.true(versions.held >= versions.acknowledged, JSON.stringify(versions))
    t.true(isSameSound)
    t.true(isOnRecord)
    meanwhile += done.round.framesMeanwhile + done.round.versionsMeanwhile
  }
  t.true(meanwhile > 30, `it was written while backing up: ${meanwhile}`)
  await service.stop()

  // Everything of all rounds, which each later backup carried on.
  const { run } = await buildCli(t, { SVC_DATA_DIR: folder.dataDir })
  const content = await run(['consult', 'verify', '--json'])
  t.deepEqual(content.json.faults, [], content.stderr)
  t.is(content.json.channels, 3)
  const trail = await run(['audit', 'verify', '--json'])
  t.deepEqual(trail.json.findings, [], trail.stderr)
  const acts = (await run(['audit', 'tail', '--json'])).stdout
  t.regex(acts, /backup\.restored/)
})
