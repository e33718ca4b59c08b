/** Lower case without accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A written word of a piece, as the search for names sees it. */
export interface PieceWord {
  /** Characters [from, to) of the text, punctuation included. */
  from: number
  to: number
  /** Its letters and digits, folded; a hyphen or a slash divides them. */
  parts: readonly string[]
  /** Punctuation follows: a name seldom runs over a comma, and over nothing else. */
  ends: boolean
  isBeforeComma: boolean
}

export function pieceWords(text: string): PieceWord[] {
  return [...text.matchAll(/\S+/g)].map((match) => {
    const [written] = match
    return {
      from: match.index,
      to: match.index + written.length,
      parts: fold(written)
        .split(/[^a-z0-9]+/)
        .filter(Boolean),
      ends: /[.,;:!?…]["”»')\]]*$/.test(written),
      isBeforeComma: written.endsWith(','),
    }
  })
}

/**
 * Which words are a name already, alone or together; `longest` is the most parts that a name has.
 */
export function namedWords(
  words: readonly PieceWord[],
  isName: (words: string) => boolean,
  longest: number,
): boolean[] {
  const named = words.map(({ parts }) => parts.length > 0 && parts.every(isName))
  for (let first = 0; first < words.length; first++) {
    const parts: string[] = []
    for (let last = first; last < words.length && parts.length < longest; last++) {
      parts.push(...words[last]!.parts)
      if (isName(parts.join(' '))) named.fill(true, first, last + 1)
    }
  }
  return named
}
