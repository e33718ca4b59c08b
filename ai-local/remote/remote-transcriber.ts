import { randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import {
  engineCrashed,
  engineUnavailable,
  type RecognizeOptions,
  type Transcriber,
} from '../../core/transcription/ports.ts'
import { readLimited } from '../read-limited.ts'
import { abortedWith } from '../whisper/aborted-with.ts'
import { languageCode, readVerboseJson } from '../whisper/verbose-json.ts'
import { encodeWav } from '../whisper/wav.ts'
import { RemoteFailure, remoteConnection } from './remote-connection.ts'

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
 * Servers differ in what they can be asked for. One that refuses a request is asked for less.
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

interface RequestForm {
  format: 'verbose_json' | 'json'
  /** Whether times of segments and words are asked for. */
  asksTimes: boolean
  /** The language as the visit has it, `pt-BR`, instead of `pt`. */
  hasRegion: boolean
}

/** From the most to the least. */
const FORMS: readonly RequestForm[] = [
  { format: 'verbose_json', asksTimes: true, hasRegion: false },
  { format: 'verbose_json', asksTimes: false, hasRegion: false },
  { format: 'json', asksTimes: false, hasRegion: false },
  { format: 'json', asksTimes: false, hasRegion: true },
]

/**
 * What a transcription server is asked for. Every server knows the address, none knows all of the
 * form: models that give no times refuse `verbose_json` (gpt-4o-transcribe, Voxtral and others on
 * vLLM, NVIDIA's NIM, Speaches' Parakeet), some servers refuse granularities, and NVIDIA's know
 * languages only with their region. A server that refuses is asked for less; the form that it takes
 * first is kept for it.
 */
function fieldsOf(
  { format, asksTimes, hasRegion }: RequestForm,
  wishes: { model: string; language: string; temperature?: number; prompt?: string | undefined },
): [name: string, value: string][] {
  const { model, language, temperature = 0, prompt } = wishes
  return [
    ['model', model],
    ['language', hasRegion ? language : languageCode(language)],
    ['response_format', format],
    ...(asksTimes ? GRANULARITIES : []),
    ['temperature', String(temperature)],
    ...(prompt === undefined ? [] : [['prompt', prompt] as [string, string]]),
  ]
}

const GRANULARITIES: [string, string][] = [
  ['timestamp_granularities[]', 'segment'],
  ['timestamp_granularities[]', 'word'],
]

/** Statuses about the form of a request. */
const REFUSED: readonly number[] = [400, 415, 422]
/**
 * Servers that fail over a form that they do not know; it may also be one sound, or a bad moment.
 */
const FAILED: readonly number[] = [500, 501]
/**
 * Failures in a row over the first form, each mended by a lesser one, before the lesser one is
 * kept.
 */
const FAILURES_BEFORE_KEPT = 2

/** For one server: its form, once it is known. */
function formChoice() {
  let kept = 0
  let isKnown = false
  let failures = 0

  return {
    /**
     * Asks with the known form, or from the most to the least until one is taken.
     * @param ask returns an answer's text, or the status of a refusal
     * @returns the answer, or the status with which the first form was refused
     */
    async first(ask: (form: RequestForm) => Promise<string | number>): Promise<string | number> {
      const answer = await ask(FORMS[kept]!)
      if (typeof answer === 'string') {
        isKnown = true
        return answer
      }
      const isRefused = REFUSED.includes(answer)
      if (!isRefused && (isKnown || !FAILED.includes(answer))) return answer
      for (let at = kept + 1; at < FORMS.length; at++) {
        const lesser = await ask(FORMS[at]!)
        if (typeof lesser === 'number') continue
        if (!isRefused) failures++
        // A form that was taken before is kept: this refusal is about one sound.
        if (!isKnown && (isRefused || failures >= FAILURES_BEFORE_KEPT)) {
          kept = at
          isKnown = true
        }
        return lesser
      }
      return answer
    },
  }
}
