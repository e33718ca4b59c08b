import test from 'ava'
import { silentLog } from '../../../core/log.ts'
import { livePass } from '../../../core/transcription/live-pass.ts'
import type { Transcriber } from '../../../core/transcription/ports.ts'

const recording = {
  id: 'r',
  consultationId: 'c',
  organizationId: 'o',
  channels: 1,
  startMs: 0,
  state: 'recording',
} as const
const transcriber: Transcriber = {
  name: 'e',
  model: 'm',
  maxUtteranceMs: 9500,
  recognize: async () => [],
  async [Symbol.asyncDispose]() {},
}

function openPass(engine: { current: Transcriber | null }) {
  return livePass(recording, {
    audio: { read: async (_id, _channel, from, to) => new Int16Array(to - from) },
    openVad: () => ({
      frameSamples: 512,
      push: async (samples) => new Float32Array(Math.floor(samples.length / 512)),
      dispose() {},
    }),
    engine: { transcriber: () => engine.current },
    recognize: async () => [],
    recallLive: async () => null,
    gate: { isFreeFor: () => true },
    store: { putLive: async () => ({ segments: [], removed: false }) },
    log: silentLog,
    onSegments() {},
    onProgress() {},
  })
}

test('a recording that was never cut is not handed over as a silent one', async (t) => {
  const engine = { current: null as Transcriber | null }
  const pass = openPass(engine)
  pass.heard(0, 160_000)
  const { signal } = new AbortController()
  t.is(await pass.complete(new Map([[0, 160_000]]), 9500, signal), null)

  engine.current = transcriber
  t.deepEqual(await pass.complete(new Map([[0, 160_000]]), 9500, signal), new Map([[0, []]]))
})

test('a recording that was cut for another recognizer is cut again', async (t) => {
  const engine = { current: transcriber as Transcriber | null }
  const pass = openPass(engine)
  const { signal } = new AbortController()
  t.is(await pass.complete(new Map([[0, 160_000]]), 28_000, signal), null)
})
