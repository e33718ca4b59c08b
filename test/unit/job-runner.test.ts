import test from 'ava'
import { AppError } from '../../core/errors.ts'
import { type JobRunnerOptions, jobRunner } from '../../core/job/job-runner.ts'
import type { Job, JobStore } from '../../core/job/ports.ts'
import { silentLog } from '../../core/log.ts'

const job: Job = {
  id: 'j',
  kind: 'transcription.final',
  consultationId: 'c',
  recordingId: 'r',
  state: 'running',
  attempts: 0,
  reason: null,
}

/** A queue that hands out what `claims` says, one after the other, then nothing. */
function queueOf(claims: (() => Job | null)[], due = 5): JobStore {
  const done = async () => true
  return {
    claim: async () => claims.shift()?.() ?? null,
    nextDueInMs: async () => due,
    renew: done,
    retryLater: done,
    wait: done,
    release: done,
    fail: done,
    ensure: async () => job,
    resumeWaiting: async () => 0,
    releaseLeasesOf: async () => 0,
    listByState: async () => [],
    listOfConsultation: async () => [],
    deleteOfRecording: async () => {},
  }
}

function run(options: Pick<JobRunnerOptions<Job>, 'jobs' | 'perform'>) {
  return jobRunner({
    kind: 'transcription.final',
    owner: 'me',
    log: silentLog,
    pollMs: 10,
    ...options,
  })
}

test('a database that fails once does not stop the work for good', async (t) => {
  const claims = [
    () => {
      throw new Error('SQLITE_BUSY')
    },
    () => job,
  ]
  const performed: string[] = []
  const runner = run({
    jobs: queueOf(claims),
    perform: async ({ id }) => void performed.push(id),
  })
  runner.start()
  for (let waited = 0; performed.length === 0 && waited < 6000; waited++) await moment()
  await runner.close()
  t.deepEqual(performed, ['j'])
})

test('a job whose lease ran out under our own hands is not begun a second time', async (t) => {
  const begun: string[] = []
  let end = () => {}
  const claims = [() => job, () => job]
  const runner = run({
    jobs: queueOf(claims),
    perform: (one) => {
      begun.push(one.id)
      return new Promise((resolve) => {
        end = resolve
      })
    },
  })
  runner.start()
  while (claims.length > 0) await moment()
  end()
  await runner.close()
  t.deepEqual(begun, ['j'])
})

function moment() {
  return new Promise((resolve) => setTimeout(resolve, 5))
}

test('a store that is away wears no attempt out: the job waits; a disk that fails does', async (t) => {
  const ended: string[] = []
  for (const options of [{ retryAfterS: 5 }, {}]) {
    const runner = run({
      jobs: {
        ...queueOf([() => job]),
        wait: async () => ended.push('waits') > 0,
        retryLater: async () => ended.push('tried again') > 0,
      },
      perform: async () => {
        throw new AppError('unavailable', 'storage_failed', 'O armazenamento não atendeu.', options)
      },
    })
    runner.start()
    for (let waited = 0, before = ended.length; ended.length === before && waited < 6000; waited++)
      await moment()
    await runner.close()
  }
  t.deepEqual(ended, ['waits', 'tried again'])
})
