import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { killWhileRecording } from '../helpers/recording-kill.ts'

test('every acknowledged sample survives twenty kills of the server, and the resent rest makes it whole', async (t) => {
  t.timeout(600_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-kill-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))

  const report = await killWhileRecording({
    dataDir,
    kills: 20,
    maxAliveMs: 400,
    random: Math.random,
  })

  t.is(report.broken, 0, 'after every restart the server held all that it had acknowledged')
  t.is(report.statement.complete, true)
  t.is(report.statement.channels[0]?.sha256, report.sha256)
  t.deepEqual(report.statement.channels[0]?.gaps, [])
  const growing = new Set(report.acknowledgedAtKill).size
  t.true(growing > 5, `kills hit a stream that was moving (${growing} different moments)`)
})
