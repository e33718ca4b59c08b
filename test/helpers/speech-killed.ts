/**
 * A server in the middle of a final text: two utterances recognized, stuck in the third, waiting to
 * be killed.
 */
import type { ExecutionContext } from 'ava'
import type { Transcriber } from '../../core/transcription/ports.ts'
import { openTestVad, speechSamples, switchableEngine, transcriptionWorld } from './speech.ts'

const [file = ''] = process.argv.slice(2)
/** Nothing is torn down here: the end is a SIGKILL. */
const t = { teardown() {}, fail() {} } as unknown as ExecutionContext

let recognized = 0
let stuck = () => {}
const transcriber: Transcriber = {
  name: 'counter',
  model: 'm',
  maxUtteranceMs: 9500,
  async recognize(samples) {
    if (recognized === 2) {
      stuck()
      return new Promise(() => {})
    }
    recognized++
    const text = `Aqui foi ouvido um trecho inteiro de ${samples.length} amostras.`
    return [
      { startMs: 0, endMs: samples.length / 16, text, confidence: 0.9, noSpeechProbability: 0 },
    ]
  },
  async [Symbol.asyncDispose]() {},
}

const world = await transcriptionWorld(t, {
  engine: switchableEngine(transcriber),
  openVad: openTestVad(t),
  file,
})
await world.service.start()
const recording = await world.record([speechSamples('conversa')])
stuck = () => {
  const { consultationId } = world
  process.stdout.write(
    `${JSON.stringify({ recordingId: recording.id, consultationId, recognized })}\n`,
  )
}
world.finish(recording)
setInterval(() => {}, 1000)
