/**
 * What a transcription server is asked for. Every server knows the address, none knows all of the
 * form: models that give no times refuse `verbose_json` (gpt-4o-transcribe, Voxtral and others on
 * vLLM, NVIDIA's NIM, Speaches' Parakeet), some servers refuse granularities, and NVIDIA's know
 * languages only with their region. A server that refuses is asked for less; the form that it takes
 * first is kept for it.
 */
import { languageCode } from '../whisper/verbose-json.ts'

export interface RequestForm {
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

export function fieldsOf(
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
export function formChoice() {
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
