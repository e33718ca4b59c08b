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

/** Where the recognizer does not tell the words' times, the piece's is spread evenly over its characters. */
export function readWords(
  pieces: readonly { text: string; startMs: number; endMs: number; words?: HeardWord[] }[],
): PlacedWord[] {
  return pieces.flatMap(({ text, startMs, endMs, words }, piece) => {
    const timeAt = (at: number) =>
      Math.round(startMs + ((endMs - startMs) * at) / Math.max(1, text.length))
    return [...text.matchAll(/\S+/g)].map(([word], index, all) => {
      const from = all[index]!.index
      const to = from + word.length
      const told = words?.[index]
      const known = told?.from === from && told.to === to
      const [start, end] = known ? [told.startMs, told.endMs] : [timeAt(from), timeAt(to)]
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

function plain(word: string): string {
  const bare = word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
  return bare === '' ? word : bare
}
