import { AppError } from '../../core/errors.ts'
import { engineCrashed, engineUnavailable } from '../../core/transcription/engine-errors.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import { readLimited } from '../read-limited.ts'
import { abortedWith } from './aborted-with.ts'
import { languageCode, readVerboseJson } from './verbose-json.ts'
import { encodeWav } from './wav.ts'

export interface RemoteTranscriberOptions {
  /** Up to and including `/v1`; an administrator configured it, nothing else is ever called. */
  baseUrl: string
  model: string
  apiKey?: string
  limitMs?: (audioMs: number) => number
}

/** Half a minute of speech is some kilobytes, with every word's time. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * `Transcriber` over an OpenAI-compatible server in the hospital's network (`POST {base}/audio/transcriptions`).
 * Redirects are refused: speech goes where the administrator said and nowhere else.
 */
export function remoteTranscriber(options: RemoteTranscriberOptions): Transcriber {
  const { baseUrl, model, apiKey } = options
  const { limitMs = (audioMs: number) => 60_000 + 5 * audioMs } = options
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`
  const disposed = new AbortController()

  return {
    name: 'remote',
    model,
    maxUtteranceMs: 28_000,
    async recognize(samples, { language, prompt, signal: wanted }) {
      const limit = AbortSignal.timeout(Math.ceil(limitMs(samples.length / 16)))
      using ending = abortedWith(wanted, disposed.signal, limit)
      const form = new FormData()
      form.set(
        'file',
        new Blob([new Uint8Array(encodeWav(samples))], { type: 'audio/wav' }),
        'speech.wav',
      )
      form.set('model', model)
      form.set('language', languageCode(language))
      form.set('response_format', 'verbose_json')
      form.set('temperature', '0')
      if (prompt) form.set('prompt', prompt)
      const headers = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
      try {
        wanted.throwIfAborted()
        const response = await fetch(url, {
          ...{ method: 'POST', body: form, headers, signal: ending.signal, redirect: 'error' },
        })
        if (!response.ok) {
          await response.body?.cancel()
          throw refusal(response.status)
        }
        const body = await readLimited(response, LARGEST_ANSWER_BYTES)
        if (body === null) throw engineCrashed('the answer is too large')
        return readVerboseJson(JSON.parse(body))
      } catch (error) {
        if (wanted.aborted) throw wanted.reason
        if (error instanceof AppError) throw error
        // Not reached, or gone in the middle: it waits for the server rather than burn its attempts.
        if (limit.aborted) throw engineCrashed(error)
        throw engineUnavailable(error)
      }
    },
    async [Symbol.asyncDispose]() {
      disposed.abort(engineUnavailable())
    },
  }
}

/** Overload, wrong key and unknown model mend with time or an administrator; a 400 or 500 is about this utterance. */
function refusal(status: number): AppError {
  const mends = [401, 403, 404, 429, 502, 503, 504].includes(status)
  return mends ? engineUnavailable(`status ${status}`) : engineCrashed(`status ${status}`)
}
