import { z } from 'zod'
import type { RecognizedPiece } from '../../core/transcription/ports.ts'

/** `verbose_json` as whisper-server and OpenAI-compatible servers write it; all we read of it. */
const VerboseJson = z.object({
  segments: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      text: z.string(),
      avg_logprob: z.number().nullish(),
      no_speech_prob: z.number().nullish(),
      words: z.array(z.object({ probability: z.number().nullish() })).nullish(),
    }),
  ),
})

/** Pieces of a verbose_json answer. @throws when it is not one */
export function readVerboseJson(json: unknown): RecognizedPiece[] {
  return VerboseJson.parse(json).segments.map((segment) => {
    const startMs = Math.max(0, Math.round(segment.start * 1000))
    return {
      startMs,
      endMs: Math.max(startMs, Math.round(segment.end * 1000)),
      text: oneLine(segment.text),
      confidence: confidenceOf(segment),
      noSpeechProbability: segment.no_speech_prob ?? null,
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

function confidenceOf({ words, avg_logprob }: VerboseSegment): number | null {
  const known = (words ?? []).flatMap(({ probability }) => probability ?? [])
  if (known.length > 0) return round(known.reduce((sum, p) => sum + p, 0) / known.length)
  return avg_logprob === null || avg_logprob === undefined ? null : round(Math.exp(avg_logprob))
}

function round(probability: number): number {
  return Math.round(Math.min(1, Math.max(0, probability)) * 1000) / 1000
}
