import { z } from 'zod'
import type { RecognizedPiece } from '../../core/transcription/ports.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

/** `verbose_json` as whisper-server and OpenAI-compatible servers write it; all we read of it. */
const VerboseJson = z.object({
  segments: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      text: z.string(),
      avg_logprob: z.number().nullish(),
      no_speech_prob: z.number().nullish(),
      words: z
        .array(
          z.object({
            word: z.string().nullish(),
            start: z.number().nullish(),
            end: z.number().nullish(),
            probability: z.number().nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})

/** Pieces of a verbose_json answer. @throws when it is not one */
export function readVerboseJson(json: unknown): RecognizedPiece[] {
  return VerboseJson.parse(json).segments.map((segment) => {
    const startMs = Math.max(0, Math.round(segment.start * 1000))
    const text = oneLine(segment.text)
    const words = wordsOfTokens(text, tokensOf(segment))
    return {
      startMs,
      endMs: Math.max(startMs, Math.round(segment.end * 1000)),
      text,
      confidence: confidenceOf(segment),
      noSpeechProbability: segment.no_speech_prob ?? null,
      ...(words ? { words } : {}),
    }
  })
}

/** Recognizers break lines and double spaces where it suits them. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Recognizers know languages, not regions: `pt-BR` is `pt`. */
export function languageCode(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? tag
}

type VerboseSegment = z.infer<typeof VerboseJson>['segments'][number]

function tokensOf({ words }: VerboseSegment) {
  return (words ?? []).map(({ word, start, end, probability }) => ({
    text: word ?? '',
    startMs: start === null || start === undefined ? null : start * 1000,
    endMs: end === null || end === undefined ? null : end * 1000,
    probability: probability ?? null,
  }))
}

function confidenceOf({ words, avg_logprob }: VerboseSegment): number | null {
  const known = (words ?? []).flatMap(({ probability }) => probability ?? [])
  if (known.length > 0) return round(known.reduce((sum, p) => sum + p, 0) / known.length)
  return avg_logprob === null || avg_logprob === undefined ? null : round(Math.exp(avg_logprob))
}

function round(probability: number): number {
  return Math.round(Math.min(1, Math.max(0, probability)) * 1000) / 1000
}
