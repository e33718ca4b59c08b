import { randomUUID } from 'node:crypto'
import test from 'ava'
import { jobStore } from '../../models/job/job-store.ts'
import { readWorkload } from '../../models/job/workload.ts'
import { Recording } from '../../models/recording/repository.ts'
import { startServer } from '../helpers/server.ts'

const KIND = 'transcription.final'

test('jobs are counted by state, and live recordings that run', async (t) => {
  const server = await startServer(t)
  const { sequelize } = server.database
  t.deepEqual(await readWorkload(sequelize), {
    queue: { queued: 0, running: 0, waiting: 0, failed: 0 },
    recordings: { recording: 0, paused: 0 },
  })

  const { id: organizationId } = await server.buildOrganization()
  const token = await server.buildSession()
  const { id: consultationId } = await server.buildConsultation(token)
  const Recordings = Recording.attach(sequelize)
  async function record(state: string, source = 'live') {
    const at = new Date()
    const { id } = await Recordings.create({
      id: randomUUID(),
      consultationId,
      organizationId,
      source,
      channels: 1,
      state,
      startMs: 0,
      startedAt: at,
      touchedAt: at,
      announced: true,
    })
    return id
  }
  const jobs = jobStore(sequelize)
  for (const state of ['recording', 'recording', 'paused'])
    await jobs.ensure({ kind: KIND, consultationId, recordingId: await record(state) }, 'open')
  await record('recording', 'upload')
  for (let count = 0; count < 5; count++)
    await jobs.ensure(
      { kind: KIND, consultationId, recordingId: await record('finished') },
      'queued',
    )
  const claim = async () => (await jobs.claim(KIND, 'me', 60_000))?.id ?? ''
  await claim()
  const reason = { error: 'x', message: 'x' }
  await jobs.wait(await claim(), 'me', reason)
  await jobs.fail(await claim(), 'me', reason)

  t.deepEqual(await readWorkload(sequelize), {
    queue: { queued: 2, running: 1, waiting: 1, failed: 1 },
    recordings: { recording: 2, paused: 1 },
  })
})
