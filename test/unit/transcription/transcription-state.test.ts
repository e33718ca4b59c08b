import test from 'ava'
import type { SpeechStatus } from '../../../core/contract/api.ts'
import type { Job, JobState } from '../../../core/job/ports.ts'
import { transcriptionState } from '../../../core/transcription/transcription-state.ts'

const ready: SpeechStatus = { state: 'ready', engine: 'e', model: 'm', message: null }
const missing: SpeechStatus = { ...ready, state: 'unavailable', message: 'sem compilador' }
const job = (state: JobState, recordingId = 'r', reason: Job['reason'] = null): Job => ({
  id: recordingId,
  kind: 'transcription.final',
  consultationId: 'c',
  recordingId,
  state,
  attempts: 0,
  reason,
})
const pass = (behind: number, pending: number) => ({
  behindMs: () => behind,
  pending: () => pending,
})
const state = (
  jobs: Job[],
  {
    passes = [] as ReturnType<typeof pass>[],
    speech = ready,
    progress = {} as Record<string, number>,
  } = {},
) => transcriptionState(jobs, passes, speech, (id) => progress[id])

test('a visit without a recording is idle', (t) => {
  t.is(state([]).state, 'idle')
})

test('a recording is listened to, and transcribed while utterances wait', (t) => {
  t.like(state([job('open')], { passes: [pass(0, 0)] }), { state: 'listening', behind_ms: 0 })
  t.like(state([job('open')], { passes: [pass(4000, 2)] }), {
    state: 'transcribing',
    behind_ms: 4000,
  })
})

test('without an engine a recording waits, with the reason, and the delay grows', (t) => {
  t.like(state([job('open')], { passes: [pass(9000, 0)], speech: missing }), {
    state: 'waiting',
    behind_ms: 9000,
    reason: { error: 'engine_unavailable', message: 'sem compilador' },
  })
})

test('after the end the progress is that of the least advanced recording', (t) => {
  const jobs = [job('running', 'a'), job('queued', 'b'), job('done', 'c')]
  t.like(state(jobs, { progress: { a: 0.6 } }), { state: 'finishing', progress: 0 })
  t.like(state(jobs, { progress: { a: 0.6, b: 0.2 } }), { state: 'finishing', progress: 0.2 })
})

test('a waiting job says what it waits for', (t) => {
  const reason = { error: 'engine_unavailable', message: 'espera' }
  t.like(state([job('waiting', 'a', reason)]), { state: 'waiting', reason })
})

test('a failure is reported once nothing else is running', (t) => {
  const reason = { error: 'engine_crashed', message: 'falhou' }
  const jobs = [job('failed', 'a', reason), job('done', 'b')]
  t.like(state(jobs), { state: 'failed', reason })
  t.is(state([...jobs, job('running', 'c')]).state, 'finishing')
})

test('complete when every recording has its final text', (t) => {
  t.like(state([job('done', 'a'), job('done', 'b')]), {
    state: 'complete',
    progress: 1,
    reason: null,
  })
})
