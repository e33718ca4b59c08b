import { AppError } from '../../core/errors.ts'
import { engineCrashed, engineUnavailable } from '../../core/transcription/engine-errors.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import { readLimited } from '../read-limited.ts'
import { abortedWith } from '../whisper/aborted-with.ts'
import { languageCode, readVerboseJson } from '../whisper/verbose-json.ts'
import { encodeWav } from '../whisper/wav.ts'
import { formWithWav } from './form-with-wav.ts'
import { remoteConnection } from './remote-connection.ts'
import { RemoteFailure } from './remote-failure.ts'

export interface RemoteTranscriberOptions {
  /** Up to and including `/v1`; an administrator configured it, nothing else is ever called. */
  baseUrl: string
  model: string
  apiKey?: string
  /** PEM of the only authority believed; null: the public ones. */
  caPem?: string | null
  connectTimeoutMs?: number
  /** Of the whole answer to one utterance. */
  timeoutMs?: number
  /** How long a prompt its model is known to take, in the model's tokens; 0: it is told nothing. */
  promptTokens?: number
}

const DEFAULT_TIMEOUT_MS = 120_000

/** Half a minute of speech is some kilobytes, with every word's time. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * `Transcriber` over an OpenAI-compatible server in the hospital's network (`POST {base}/audio/transcriptions`).
 * Redirects are refused: speech goes where the administrator said and nowhere else.
 */
export function remoteTranscriber(options: RemoteTranscriberOptions): Transcriber {
  const { baseUrl, model, apiKey = null, caPem = null, connectTimeoutMs } = options
  const { timeoutMs = DEFAULT_TIMEOUT_MS, promptTokens = 0 } = options
  const connection = remoteConnection({
    ...{ baseUrl, apiKey, caPem },
    ...(connectTimeoutMs ? { connectTimeoutMs } : {}),
  })
  const disposed = new AbortController()

  return {
    name: 'remote',
    model,
    maxUtteranceMs: 28_000,
    promptTokens,
    async recognize(samples, { language, prompt, temperature = 0, signal: wanted }) {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), timeoutMs)
      using ending = abortedWith(wanted, disposed.signal, limit.signal)
      const body = formWithWav(
        {
          model,
          language: languageCode(language),
          response_format: 'verbose_json',
          temperature: String(temperature),
          ...(prompt ? { prompt } : {}),
        },
        encodeWav(samples),
      )
      try {
        wanted.throwIfAborted()
        const { signal } = ending
        const response = await connection.send({ path: 'audio/transcriptions', body, signal })
        try {
          if (response.statusCode !== 200) throw refusal(response.statusCode ?? 0)
          const text = await readLimited(response, LARGEST_ANSWER_BYTES)
          if (text === null) throw engineCrashed('the answer is too large')
          return readAnswer(text)
        } finally {
          response.destroy()
        }
      } catch (error) {
        if (wanted.aborted) throw wanted.reason
        if (error instanceof AppError) throw error
        // Not reached, or gone in the middle: it waits for the server rather than burn its attempts.
        if (limit.signal.aborted) throw engineCrashed(new RemoteFailure('timeout'))
        throw engineUnavailable(error)
      } finally {
        clearTimeout(timer)
      }
    },
    async [Symbol.asyncDispose]() {
      disposed.abort(engineUnavailable())
      await connection[Symbol.asyncDispose]()
    },
  }
}

/** Not what was promised: about this utterance, and its words are in no message. */
function readAnswer(text: string) {
  try {
    return readVerboseJson(JSON.parse(text))
  } catch {
    throw engineCrashed('the answer is no verbose_json')
  }
}

/** Overload, wrong key and unknown model mend with time or an administrator; a 400 or 500 is about this utterance. */
function refusal(status: number): AppError {
  const mends = [401, 403, 404, 429, 502, 503, 504].includes(status)
  return mends ? engineUnavailable(`status ${status}`) : engineCrashed(`status ${status}`)
}
