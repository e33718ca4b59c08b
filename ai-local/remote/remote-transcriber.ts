import { randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { engineCrashed, engineUnavailable } from '../../core/transcription/engine-errors.ts'
import type { RecognizeOptions, Transcriber } from '../../core/transcription/ports.ts'
import { readLimited } from '../read-limited.ts'
import { abortedWith } from '../whisper/aborted-with.ts'
import { readVerboseJson } from '../whisper/verbose-json.ts'
import { encodeWav } from '../whisper/wav.ts'
import { remoteConnection } from './remote-connection.ts'
import { RemoteFailure } from './remote-failure.ts'
import { fieldsOf, formChoice, type RequestForm } from './request-forms.ts'

/**
 * A form with fields and one file of sound, as a body. Values are ours or the administrator's: no
 * quotes, no line breaks.
 */
function formWithWav(
  fields: readonly (readonly [name: string, value: string])[],
  wav: Uint8Array,
): { type: string; bytes: Uint8Array } {
  const boundary = `svc${randomBytes(16).toString('hex')}`
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="speech.wav"\r\nContent-Type: audio/wav\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      Buffer.from(parts.join('') + file),
      wav,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

export interface RemoteTranscriberOptions {
  /**
   * Up to and including `/v1`, several with commas between them; an administrator configured them,
   * nothing else is ever called.
   */
  baseUrl: string
  model: string
  apiKey?: string
  /** PEM of the only authority believed; null: the public ones. */
  caPem?: string | null
  connectTimeoutMs?: number
  /** Time for the whole answer to one utterance. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 120_000

/** Half a minute of speech is some kilobytes, with every word's time. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * `Transcriber` over an OpenAI-compatible server in the hospital's network (`POST
 * {base}/audio/transcriptions`). Redirects are refused: speech goes where the administrator said
 * and nowhere else.
 *
 * Servers differ in what they can be asked for. One that refuses a request is asked for less
 * (request-forms.ts).
 */
export function remoteTranscriber(options: RemoteTranscriberOptions): Transcriber {
  const { baseUrl, model, apiKey = null, caPem = null, connectTimeoutMs } = options
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const connection = remoteConnection({
    baseUrl,
    apiKey,
    caPem,
    ...(connectTimeoutMs ? { connectTimeoutMs } : {}),
  })
  const disposed = new AbortController()
  const forms = formChoice()
  let givesTimes = true

  /** One request. @returns the answer's text, or the status of a refusal */
  async function ask(
    samples: Int16Array,
    form: RequestForm,
    wishes: Pick<RecognizeOptions, 'language' | 'temperature' | 'prompt'>,
    signal: AbortSignal,
  ): Promise<string | number> {
    const fields = fieldsOf(form, { model, ...wishes })
    const body = formWithWav(fields, encodeWav(samples))
    const request = { path: 'audio/transcriptions', body, signal }
    return connection.ask(request, async (response) => {
      if (response.statusCode !== 200) return response.statusCode ?? 0
      const text = await readLimited(response, LARGEST_ANSWER_BYTES)
      if (text === null) throw engineCrashed('the answer is too large')
      return text
    })
  }

  return {
    name: 'remote',
    model,
    maxUtteranceMs: 28_000,
    get givesTimes() {
      return givesTimes
    },
    async recognize(samples, { language, temperature = 0, prompt, signal: wanted }) {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(new RemoteFailure('timeout')), timeoutMs)
      using ending = abortedWith(wanted, disposed.signal, limit.signal)
      try {
        wanted.throwIfAborted()
        const { signal } = ending
        const answer = await forms.first((form) =>
          ask(samples, form, { language, temperature, prompt }, signal),
        )
        if (typeof answer === 'number') throw refusal(answer)
        const pieces = readAnswer(answer, samples.length / 16)
        if (pieces.length > 0) givesTimes = !pieces.some(({ untimed }) => untimed)
        return pieces
      } catch (error) {
        if (wanted.aborted) throw wanted.reason
        if (error instanceof AppError) throw error
        if (limit.signal.aborted) throw engineCrashed(new RemoteFailure('timeout'))
        // Not reached, or gone in the middle: it waits for the server rather than burn its
        // attempts.
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
function readAnswer(text: string, audioMs: number) {
  try {
    return readVerboseJson(JSON.parse(text), audioMs)
  } catch {
    throw engineCrashed('the answer is no verbose_json')
  }
}

/**
 * Overload, wrong key and unknown model mend with time or an administrator; a 400 or 500 is about
 * this utterance.
 */
function refusal(status: number): AppError {
  const mends = [401, 403, 404, 429, 502, 503, 504].includes(status)
  return mends ? engineUnavailable(`status ${status}`) : engineCrashed(`status ${status}`)
}
