import type { HeardWord } from './ports.ts'

/** Words of pieces of speech, each with its place in the text and about when it was said. */
export interface PlacedWord {
  /** Index of its piece. */
  piece: number
  /** Without case, accents and punctuation: what two looks at the same speech have in common. */
  norm: string
  /** Characters [from, to) of the piece's text, punctuation included. */
  from: number
  to: number
  startMs: number
  endMs: number
  /** Its middle. */
  atMs: number
}

/**
 * Where the recognizer does not tell the words' times, those of the piece, or of the longer word,
 * are spread over its characters.
 */
export function readWords(
  pieces: readonly { text: string; startMs: number; endMs: number; words?: HeardWord[] }[],
): PlacedWord[] {
  return pieces.flatMap(({ text, startMs, endMs, words }, piece) => {
    const whole = { from: 0, to: text.length, startMs, endMs }
    let next = 0
    return [...text.matchAll(/\S+/g)].map((match) => {
      const [word] = match
      const from = match.index
      const to = from + word.length
      while (words?.[next] && words[next]!.to <= from) next++
      const known = words?.[next]
      const around = known && known.from <= from && known.to >= to ? known : whole
      const [start, end] = [timeAt(around, from), timeAt(around, to)]
      return {
        piece,
        norm: plain(word),
        from,
        to,
        startMs: start,
        endMs: end,
        atMs: (start + end) / 2,
      }
    })
  })
}

function timeAt(around: Pick<HeardWord, 'from' | 'to' | 'startMs' | 'endMs'>, at: number): number {
  const { from, to, startMs, endMs } = around
  return Math.round(startMs + ((endMs - startMs) * (at - from)) / Math.max(1, to - from))
}

function plain(word: string): string {
  const bare = word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
  return bare === '' ? word : bare
}
