/**
 * Cuts words into the pieces that the encoder knows: of all ways to write a word with pieces, the
 * likeliest (a unigram model, by the scores of its pieces). A word begins with "▁".
 */

export interface PieceVocabulary {
  pieces: readonly string[]
  /** Logarithms of how likely each is. */
  scores: Float32Array
  /** What stands for a letter that no piece has. */
  unknown: number
}

/** What an unknown letter counts below the rarest piece. */
const UNKNOWN_COSTS = 10
const BEGINS = '\u2581'

/** The pieces of one word without spaces. */
export function pieceTokenizer({ pieces, scores, unknown }: PieceVocabulary) {
  const known = new Map(pieces.map((piece, at) => [piece, at]))
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0)
  const rarest = scores.reduce((least, each) => Math.min(least, each), 0) - UNKNOWN_COSTS

  return (word: string): number[] => {
    const letters = BEGINS + word.normalize('NFKC')
    const { length } = letters
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY)
    const from = new Int32Array(length + 1)
    const by = new Int32Array(length + 1)
    best[0] = 0
    const offer = (start: number, end: number, piece: number, score: number) => {
      if (best[start]! + score <= best[end]!) return
      best[end] = best[start]! + score
      from[end] = start
      by[end] = piece
    }
    for (let start = 0; start < length; start++) {
      for (let end = start + 1; end <= Math.min(length, start + longest); end++) {
        const piece = known.get(letters.slice(start, end))
        if (piece !== undefined) offer(start, end, piece, scores[piece]!)
      }
      offer(start, start + 1, unknown, rarest)
    }
    const found: number[] = []
    for (let end = length; end > 0; end = from[end]!) found.push(by[end]!)
    return found.reverse()
  }
}
