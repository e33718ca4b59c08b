/**
 * The thread where voice activity is computed, so that the API's event loop stays free. One message
 * in, one out, in order; many streams share the weights.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { VadAnswer, VadRequest } from './messages.ts'
import { type SileroStream, sileroModel, VAD_FRAME_SAMPLES } from './silero.ts'

const { weightsPath } = workerData as { weightsPath: string }
const model = sileroModel(readFileSync(weightsPath))

/**
 * Steps of the 16-bit scale: a muted microphone gives 0, a dead line at most a flickering last bit.
 */
const SILENT_PEAK = 2
/**
 * After this much of it (half a second) the network is no longer asked: its memory of speech has
 * faded by then.
 */
const SILENT_FRAMES = 16

/** @param frame 512 samples of PCM16 @returns the probability of speech in them */
type FrameGate = (frame: Int16Array) => number

/** Spares the network the frames of a muted microphone or a silent remote side. */
function frameGate(stream: SileroStream): FrameGate {
  const scaled = new Float32Array(VAD_FRAME_SAMPLES)
  let silent = 0

  return (frame) => {
    silent = isSilent(frame) ? silent + 1 : 0
    // Its memory stays as silence left it: a fresh one would hear the next word a tenth of a second
    // late.
    if (silent > SILENT_FRAMES) return 0
    for (let i = 0; i < VAD_FRAME_SAMPLES; i++) scaled[i] = frame[i]! / 32_768
    return stream.next(scaled)
  }
}

function isSilent(frame: Int16Array): boolean {
  for (const sample of frame) if (sample > SILENT_PEAK || sample < -SILENT_PEAK) return false
  return true
}

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
