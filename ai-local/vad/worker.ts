/**
 * The thread where voice activity is computed, so that the API's event loop stays free. One message
 * in, one out, in order; many streams share the weights.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { frameGate } from './frame-gate.ts'
import type { VadAnswer, VadRequest } from './messages.ts'
import { sileroModel, VAD_FRAME_SAMPLES } from './silero.ts'

const { weightsPath } = workerData as { weightsPath: string }
const model = sileroModel(readFileSync(weightsPath))
const streams = new Map<number, ReturnType<typeof openStream>>()

parentPort?.on('message', (request: VadRequest) => {
  if (request.type === 'close') {
    streams.delete(request.stream)
    return
  }
  const stream = streams.get(request.stream) ?? openStream()
  streams.set(request.stream, stream)
  const probabilities = stream.push(request.samples)
  const answer: VadAnswer = { id: request.id, probabilities }
  parentPort?.postMessage(answer, [probabilities.buffer])
})

function openStream() {
  const detect = frameGate(model.stream())
  const frame = new Int16Array(VAD_FRAME_SAMPLES)
  let filled = 0

  return {
    push(samples: Int16Array): Float32Array<ArrayBuffer> {
      const out = new Float32Array(Math.floor((filled + samples.length) / VAD_FRAME_SAMPLES))
      let at = 0
      for (let i = 0; i < out.length; i++) {
        const part = samples.subarray(at, at + VAD_FRAME_SAMPLES - filled)
        frame.set(part, filled)
        at += part.length
        filled = 0
        out[i] = detect(frame)
      }
      frame.set(samples.subarray(at), filled)
      filled += samples.length - at
      return out
    },
  }
}
