import { Worker } from 'node:worker_threads'
import { AppError } from '../../core/errors.ts'
import type { VoiceActivityDetector } from '../../core/transcription/ports.ts'
import type { VadAnswer, VadRequest } from './messages.ts'
import { VAD_FRAME_SAMPLES } from './silero.ts'

export interface VoiceActivity {
  /** A detector for one stream; disposing it frees its state. */
  open(): VoiceActivityDetector
  close(): Promise<void>
}

export interface VoiceActivityOptions {
  /** The built thread, `dist/vad-worker.js`. */
  workerUrl: URL
  /** `silero_vad_v6.onnx` of @ricky0123/vad-web. */
  weightsPath: string
}

/**
 * Voice activity for any number of streams in one thread. The thread starts with the first stream;
 * when it dies, what was asked is refused and the next stream starts another.
 */
export function voiceActivity({ workerUrl, weightsPath }: VoiceActivityOptions): VoiceActivity {
  const pending = new Map<
    number,
    { resolve: (probabilities: Float32Array) => void; reject: (error: unknown) => void }
  >()
  let worker: Worker | null = null
  let generation = 0
  let nextId = 0
  let nextStream = 0
  let closed = false

  function thread(): Worker {
    if (worker) return worker
    if (closed) throw lost()
    const started = new Worker(workerUrl, { workerData: { weightsPath } })
    worker = started
    generation++
    // Only work under way keeps the process alive.
    started.unref()
    started.on('message', ({ id, probabilities }: VadAnswer) => {
      pending.get(id)?.resolve(probabilities)
      pending.delete(id)
      if (pending.size === 0) started.unref()
    })
    started.once('error', (error) => drop(started, error))
    started.once('exit', () => drop(started))
    return started
  }

  function drop(which: Worker, cause?: unknown) {
    if (worker !== which) return
    worker = null
    for (const { reject } of pending.values()) reject(lost(cause))
    pending.clear()
  }

  function ask(stream: number, samples: Int16Array): Promise<Float32Array> {
    const target = thread()
    const id = nextId++
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      target.ref()
      const own = new Int16Array(samples)
      const request: VadRequest = { type: 'push', id, stream, samples: own }
      target.postMessage(request, [own.buffer])
    })
  }

  return {
    open() {
      const stream = nextStream++
      let born: number | null = null

      return {
        frameSamples: VAD_FRAME_SAMPLES,
        async push(samples) {
          thread()
          // The stream's memory died with its thread: going on would give other answers than an
          // unbroken one.
          if (born !== null && born !== generation) throw lost()
          born = generation
          return ask(stream, samples)
        },
        dispose() {
          if (born === generation)
            worker?.postMessage({ type: 'close', stream } satisfies VadRequest)
        },
      }
    },
    async close() {
      closed = true
      const last = worker
      if (!last) return
      drop(last)
      await last.terminate()
    },
  }
}

function lost(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'engine_crashed',
    'A detecção de voz foi interrompida e será reiniciada. O áudio está guardado.',
    { cause },
  )
}
