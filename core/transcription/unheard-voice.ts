/**
 * Finds speech that the recognizer passed over: the voice-activity detector knows where a voice
 * was, the recognized pieces say where words are. Portuguese is spoken at some 12 to 18 letters a
 * second; slow speech stays above 6.
 */
import type { RecognizedPiece, SampleRange, Utterance } from './ports.ts'

const SAMPLES_PER_MS = 16
/**
 * Fewer letters in a second of voice than this, in voice of some length: the utterance is looked at
 * again. In a long one a sentence may be missing whose time the next one was given.
 */
const SUSPICIOUS = [
  { lettersPerSecond: 4, fromMs: 1500 },
  { lettersPerSecond: 6.5, fromMs: 4000 },
]
/** Fewer than this after the second look: words are missing. Nobody speaks as slowly. */
const IMPOSSIBLE = { lettersPerSecond: 2.5, fromMs: 3000 }
/** A recognizer's times are not exact: a piece covers so much on both sides. */
const SLACK_MS = 400
/** A shorter voice without words beside others may be a breath, a cough, a "hum". */
const UNHEARD_FROM_MS = 700
/** The same for an utterance that has no words at all: a "não" lasts half a second. */
const WORDLESS_FROM_MS = 400
/** Stretches without words that lie nearer to each other are one. */
const JOINED_MS = 600

/** Whether an utterance has to be looked at again because words seem to be missing. */
export function isShortOfWords(
  utterance: Utterance,
  pieces: readonly Pick<RecognizedPiece, 'startMs' | 'endMs' | 'text'>[],
): boolean {
  return (
    pieces.length === 0 ||
    SUSPICIOUS.some((pace) => isSparse(utterance, pieces, pace)) ||
    uncovered(utterance, pieces).length > 0
  )
}

/** Stretches with a voice and without words, in samples of the recording, in order. */
export function findUnheardVoice(
  utterance: Utterance,
  pieces: readonly Pick<RecognizedPiece, 'startMs' | 'endMs' | 'text'>[],
): SampleRange[] {
  const isWordless = pieces.length === 0 && durationMs(utterance.voiced) >= WORDLESS_FROM_MS
  if (isWordless || isSparse(utterance, pieces, IMPOSSIBLE))
    return [{ from: utterance.from, to: utterance.to }]
  return uncovered(utterance, pieces)
}

export function letterCount(pieces: readonly Pick<RecognizedPiece, 'text'>[]): number {
  return pieces.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, '').length, 0)
}

function isSparse(
  { voiced }: Utterance,
  pieces: readonly Pick<RecognizedPiece, 'text'>[],
  { lettersPerSecond, fromMs }: { lettersPerSecond: number; fromMs: number },
): boolean {
  const voiceMs = durationMs(voiced)
  if (voiceMs < fromMs) return false
  return letterCount(pieces) < (lettersPerSecond * voiceMs) / 1000
}

function uncovered(
  { voiced }: Utterance,
  pieces: readonly Pick<RecognizedPiece, 'startMs' | 'endMs'>[],
): SampleRange[] {
  const covers = pieces.map(({ startMs, endMs }) => ({
    from: (startMs - SLACK_MS) * SAMPLES_PER_MS,
    to: (endMs + SLACK_MS) * SAMPLES_PER_MS,
  }))
  const left = covers.reduce(
    (ranges, cover) => ranges.flatMap((range) => without(range, cover)),
    [...voiced],
  )
  const stretches: { range: SampleRange; voice: SampleRange[] }[] = []
  for (const range of left) {
    const open = stretches.at(-1)
    if (open && range.from - open.range.to <= JOINED_MS * SAMPLES_PER_MS) {
      open.range = { from: open.range.from, to: range.to }
      open.voice.push(range)
    } else stretches.push({ range, voice: [range] })
  }
  return stretches
    .filter(({ voice }) => durationMs(voice) >= UNHEARD_FROM_MS)
    .map(({ range }) => range)
}

function without(range: SampleRange, cover: SampleRange): SampleRange[] {
  if (cover.to <= range.from || cover.from >= range.to) return [range]
  return [
    { from: range.from, to: Math.min(range.to, cover.from) },
    { from: Math.max(range.from, cover.to), to: range.to },
  ].filter(({ from, to }) => to > from)
}

function durationMs(ranges: readonly SampleRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0) / SAMPLES_PER_MS
}
