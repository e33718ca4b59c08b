/**
 * A transcription server of the network over its life. It is taken for ready until a request finds
 * that it does not answer; from then on nothing is sent to it but the question whether it is there
 * again, so that sound waits without being tried in vain, doctors are told, and what waited is
 * taken up by itself.
 */
import type { SpeechStatus } from '../../core/contract/api.ts'
import { type AppError, isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { timeLimit } from '../../core/time-limit.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import type { ManagedSpeechEngine } from '../whisper/speech-engine.ts'
import { probeServer } from './probe-server.ts'
import { type RemoteTranscriberOptions, remoteTranscriber } from './remote-transcriber.ts'

interface Options {
  /** @throws {AppError} `engine_unavailable` where the settings are of no use */
  server(): RemoteTranscriberOptions
  log: Log
  askAgainMs?: number
}

const ASK_AGAIN_MS = 10_000
const ANSWER_MS = 8000
/** A server may hear well and answer no other question: after so many it is simply tried. */
const MOST_QUESTIONS = 30

export function remoteSpeechEngine({
  server,
  log,
  askAgainMs = ASK_AGAIN_MS,
}: Options): ManagedSpeechEngine {
  const listeners = new Set<() => void>()
  let status: SpeechStatus = notThere('O servidor de transcrição da rede ainda não foi procurado.')
  let own: Transcriber | null = null
  let isDown = false
  let asking: NodeJS.Timeout | undefined
  let closing = new AbortController()

  function become(next: SpeechStatus) {
    status = next
    for (const listener of [...listeners]) listener()
  }

  function isBack() {
    clearTimeout(asking)
    isDown = false
    const { name: engine, model } = own!
    become({ state: 'ready', engine, model, message: null })
  }

  function isGone(error: AppError, options: RemoteTranscriberOptions) {
    if (isDown || closing.signal.aborted) return
    isDown = true
    log.warn('speech.server_down', { error: error.code })
    ask(options, 1)
    become(
      notThere(
        'O servidor de transcrição da rede não responde. O áudio está guardado e será transcrito depois.',
      ),
    )
  }

  function ask(options: RemoteTranscriberOptions, question: number) {
    const { signal } = closing
    asking = setTimeout(async () => {
      const { issue } = await probeServer(
        { ...options, apiKey: options.apiKey ?? null },
        {
          path: 'models',
          model: options.model,
          signal: AbortSignal.any([signal, timeLimit(ANSWER_MS)]),
        },
      )
      if (signal.aborted) return
      if (issue !== null && question < MOST_QUESTIONS) return ask(options, question + 1)
      log.info('speech.server_back', { questions: question })
      isBack()
    }, askAgainMs)
    asking.unref()
  }

  /** The server's own, with an ear for its silence. */
  function watched(options: RemoteTranscriberOptions): Transcriber {
    const transcriber = remoteTranscriber(options)
    return {
      ...transcriber,
      get givesTimes() {
        return transcriber.givesTimes ?? true
      },
      recognize: (samples, how) =>
        transcriber.recognize(samples, how).catch((error: unknown) => {
          const isSilent = isAppError(error) && error.code === 'engine_unavailable'
          if (isSilent && !how.signal.aborted) isGone(error, options)
          throw error
        }),
      [Symbol.asyncDispose]: () => transcriber[Symbol.asyncDispose](),
    }
  }

  return {
    status: () => status,
    transcriber: () => (isDown ? null : own),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      closing = new AbortController()
      try {
        own = watched(server())
        isBack()
      } catch (error) {
        if (!isAppError(error)) throw error
        log.error('speech.not_ready', { err: error })
        become(notThere(error.message))
      }
    },
    async close() {
      closing.abort()
      clearTimeout(asking)
      await own?.[Symbol.asyncDispose]()
      own = null
    },
  }
}

function notThere(message: string): SpeechStatus {
  return { state: 'unavailable', engine: null, model: null, message }
}
