import { z } from 'zod'
import type { HeardWord, RecognizedPiece } from '../../core/transcription/ports.ts'
import { lettersOf, type SpokenToken, wordsOfTokens } from './words-of-tokens.ts'

/** A number, also one written as text; null where there is none. */
const Numeric = z
  .unknown()
  .optional()
  .transform((value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  })

const Word = z
  .object({
    word: z.string().nullish(),
    text: z.string().nullish(),
    start: Numeric,
    end: Numeric,
    probability: Numeric,
    confidence: Numeric,
    score: Numeric,
    prob: Numeric,
  })
  .transform(({ word, text, start, end, probability, confidence, score, prob }) => ({
    text: word ?? text ?? '',
    start,
    end,
    probability: probability ?? confidence ?? score ?? prob,
  }))

const Words = z.array(Word).nullish()

/**
 * `verbose_json` and `json` as whisper-server and OpenAI-compatible servers write them
 * (faster-whisper-server, Speaches, vLLM, Parakeet, LocalAI); all we read of them. Segments, times,
 * words and probabilities are each left out by some server; words are in the segments or beside
 * them.
 */
const VerboseJson = z
  .object({
    text: z.string().nullish(),
    segments: z
      .array(
        z.object({
          start: Numeric,
          end: Numeric,
          text: z.string().nullish(),
          avg_logprob: Numeric,
          compression_ratio: Numeric,
          no_speech_prob: Numeric,
          confidence: Numeric,
          words: Words,
        }),
      )
      .nullish(),
    words: Words,
  })
  .refine(({ text, segments }) => typeof text === 'string' || Array.isArray(segments))

type VerboseSegment = NonNullable<z.infer<typeof VerboseJson>['segments']>[number]
type VerboseWord = z.infer<typeof Word>

/**
 * Pieces of a verbose_json answer.
 * @param audioMs length of the sound that was sent: a text without times may lie anywhere in it
 * @throws when it is not one
 */
export function readVerboseJson(json: unknown, audioMs: number): RecognizedPiece[] {
  const { text, segments, words } = VerboseJson.parse(json)
  const spoken = (segments ?? []).filter((segment) => oneLine(segment.text ?? '') !== '')
  if (spoken.length > 0) {
    const beside = words ? shareWords(spoken, words) : []
    return spoken.map((segment, at) => pieceOf(segment, segment.words ?? beside[at], audioMs))
  }
  const whole = oneLine(text ?? '')
  if (whole === '') return []
  const tokens = tokensOf(words, audioMs)
  const heard = wordsOfTokens(whole, tokens)
  if (heard) return cutAtPauses(whole, heard)
  const confidence = meanProbability(tokens)
  return [{ ...wholeSound(audioMs), text: whole, confidence, noSpeechProbability: null }]
}

function pieceOf(
  segment: VerboseSegment,
  words: readonly VerboseWord[] | null | undefined,
  audioMs: number,
): RecognizedPiece {
  const text = oneLine(segment.text ?? '')
  const tokens = tokensOf(words, audioMs)
  const heard = wordsOfTokens(text, tokens)
  const startMs = timeMs(segment.start, audioMs) ?? heard?.[0]?.startMs ?? null
  const endMs = timeMs(segment.end, audioMs) ?? heard?.at(-1)?.endMs ?? null
  const isTimed = startMs !== null && endMs !== null
  return {
    ...(isTimed ? { startMs, endMs: Math.max(startMs, endMs) } : wholeSound(audioMs)),
    text,
    confidence: meanProbability(tokens) ?? segmentConfidence(segment),
    noSpeechProbability: probabilityOf(segment.no_speech_prob),
    ...(heard ? { words: heard } : {}),
  }
}

function wholeSound(audioMs: number) {
  return { startMs: 0, endMs: Math.round(audioMs), untimed: true as const }
}

/** Recognizers pad the sound to a window of 30 s, and give times within it. */
const LONGEST_PAST_END_MS = 30_000

/** Null for times far past the sound: they are in another unit (LocalAI once gave nanoseconds). */
function timeMs(seconds: number | null, audioMs: number): number | null {
  if (seconds === null || seconds * 1000 > audioMs + LONGEST_PAST_END_MS) return null
  return Math.max(0, Math.round(seconds * 1000))
}

/**
 * Servers that list the words beside the segments list them in the same order. Where the letters do
 * not agree, a word belongs to the segment that its middle is in.
 */
function shareWords(
  segments: readonly VerboseSegment[],
  words: readonly VerboseWord[],
): readonly VerboseWord[][] {
  let next = 0
  const inOrder = segments.map(({ text }) => {
    const wanted = lettersOf(text ?? '')
    const from = next
    for (let found = ''; next < words.length && found.length < wanted.length; next++)
      found += lettersOf(words[next]!.text)
    return words.slice(from, next)
  })
  const agree = inOrder.every(
    (own, at) =>
      lettersOf(own.map(({ text }) => text).join('')) === lettersOf(segments[at]!.text ?? ''),
  )
  return agree ? inOrder : segments.map((segment) => wordsWithin(segment, words))
}

function wordsWithin({ start, end }: VerboseSegment, words: readonly VerboseWord[]) {
  if (start === null || end === null) return []
  return words.filter((word) => {
    if (word.start === null || word.end === null) return false
    const middle = (word.start + word.end) / 2
    return middle >= start && middle < end
  })
}

/** A pause this long between two words is taken for the end of a sentence. */
const PAUSE_MS = 400
const ENDS_SENTENCE = /[.!?\u2026]["'\u2019)]*$/

/** Words without segments: cut so that each piece lies within one stretch of speech. */
function cutAtPauses(text: string, words: readonly HeardWord[]): RecognizedPiece[] {
  const groups: HeardWord[][] = []
  for (const word of words) {
    const before = groups.at(-1)?.at(-1)
    const isOver =
      !before ||
      word.startMs - before.endMs >= PAUSE_MS ||
      ENDS_SENTENCE.test(text.slice(before.from, before.to))
    if (isOver) groups.push([word])
    else groups.at(-1)!.push(word)
  }
  return groups.map((own) => {
    const [first, last] = [own[0]!, own.at(-1)!]
    const place = (word: HeardWord) => ({
      ...word,
      from: word.from - first.from,
      to: word.to - first.from,
    })
    return {
      startMs: first.startMs,
      endMs: last.endMs,
      text: text.slice(first.from, last.to),
      confidence: mean(own.flatMap(({ confidence }) => confidence ?? [])),
      noSpeechProbability: null,
      words: own.map(place),
    }
  })
}

/**
 * One line without quotation marks: subtitles break lines and quote, people who speak do neither.
 */
export function oneLine(text: string): string {
  return withoutQuotes(text).replace(/\s+/g, ' ').trim()
}

export function withoutQuotes(text: string): string {
  return text.replace(/["“”„«»]/g, '')
}

/** Recognizers know languages, not regions: `pt-BR` is `pt`. */
export function languageCode(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? tag
}

function tokensOf(
  words: readonly VerboseWord[] | null | undefined,
  audioMs: number,
): SpokenToken[] {
  return (words ?? []).map(({ text, start, end, probability }) => ({
    text: withoutQuotes(text),
    startMs: timeMs(start, audioMs),
    endMs: timeMs(end, audioMs),
    probability: probabilityOf(probability),
  }))
}

function meanProbability(tokens: readonly SpokenToken[]): number | null {
  return mean(tokens.flatMap(({ probability }) => probability ?? []))
}

/**
 * Servers that have no log probability write 0 (Parakeet: surer than any recognizer is), or -1
 * together with a compression ratio of -1 (early vLLM).
 */
function segmentConfidence(segment: VerboseSegment): number | null {
  const { avg_logprob, compression_ratio, confidence } = segment
  const isReal = avg_logprob !== null && avg_logprob < 0 && (compression_ratio ?? 1) > 0
  return isReal ? round(Math.exp(avg_logprob)) : probabilityOf(confidence)
}

/** Null for what is no probability. */
function probabilityOf(value: number | null): number | null {
  return value !== null && value >= 0 && value <= 1 ? value : null
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

function round(probability: number): number {
  return Math.round(Math.min(1, Math.max(0, probability)) * 1000) / 1000
}
