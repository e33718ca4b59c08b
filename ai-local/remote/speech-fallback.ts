/**
 * A transcription server of the network, and the box's own recognizer for while it is not there (an
 * administrator's choice). The engine changes as a whole: whoever asks next is given the other one,
 * under its own name, so that no text of the one is taken for the other's. The sound of the failed
 * request waits and is heard then.
 */
import type { SpeechStatus } from '../../core/contract/api.ts'
import { isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import type { ManagedSpeechEngine } from '../whisper/speech-engine.ts'

const LEFT_ALONE_MS = 30_000

export function speechWithFallback({
  server,
  box,
  log,
  leftAloneMs = LEFT_ALONE_MS,
}: {
  server: ManagedSpeechEngine
  box: ManagedSpeechEngine
  log: Log
  leftAloneMs?: number
}): ManagedSpeechEngine {
  const listeners = new Set<() => void>()
  const unsubscribe = [server, box].map((engine) => engine.onChange(tell))
  let down: NodeJS.Timeout | null = null
  /** The server's own, and the same with an ear for its failures. */
  let watched: { own: Transcriber; transcriber: Transcriber } | null = null

  function tell() {
    for (const listener of [...listeners]) listener()
  }

  function leaveAlone() {
    if (down) return
    log.warn('speech.fallback', { engine: box.status().engine })
    down = setTimeout(() => {
      down = null
      tell()
    }, leftAloneMs)
    down.unref()
    tell()
  }

  /** A box that cannot hear is no help. */
  const isBoxUsed = () =>
    (down !== null || server.transcriber() === null) && box.transcriber() !== null

  function watch(own: Transcriber): Transcriber {
    if (watched?.own === own) return watched.transcriber
    const transcriber: Transcriber = {
      name: own.name,
      model: own.model,
      maxUtteranceMs: own.maxUtteranceMs,
      get givesTimes() {
        return own.givesTimes ?? true
      },
      recognize: (samples, options) =>
        own.recognize(samples, options).catch((error: unknown) => {
          if (!options.signal.aborted && isAppError(error) && error.kind === 'unavailable')
            leaveAlone()
          throw error
        }),
      [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
    }
    watched = { own, transcriber }
    return transcriber
  }

  return {
    status: (): SpeechStatus => (isBoxUsed() ? box.status() : server.status()),
    transcriber() {
      if (isBoxUsed()) return box.transcriber()
      const own = server.transcriber()
      return own && watch(own)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      server.start()
      box.start()
    },
    async close() {
      if (down) clearTimeout(down)
      for (const stop of unsubscribe) stop()
      await Promise.all([server.close(), box.close()])
    },
  }
}
