/** Finding words as people type them: without case and accents. */

/** Characters [start, end) of the text. */
export interface Match {
  start: number
  end: number
}

/** In order, without overlap; none for a query of nothing but spaces. */
export function findMatches(text: string, query: string): Match[] {
  const wanted = fold(query.trim()).plain
  if (wanted === '') return []
  const { plain, origins } = fold(text)
  const matches: Match[] = []
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    const last = origins[at + wanted.length - 1]!
    matches.push({ start: origins[at]!.start, end: last.end })
  }
  return matches
}

/**
 * Most letters need no more than a small one: a long transcript is folded with each key of a
 * search.
 */
function bareOf(character: string): string {
  if (character < '\u0080')
    return character === '^' || character === '`' ? '' : character.toLowerCase()
  return character
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** Each plain character with the characters of the text that it stands for. */
function fold(text: string) {
  let plain = ''
  const origins: Match[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const bare = bareOf(character)
    for (const one of bare.split('')) {
      plain += one
      origins.push({ start, end })
    }
    // An accent of its own belongs to the letter before it.
    if (bare === '' && origins.length > 0) origins.at(-1)!.end = end
    start = end
  }
  return { plain, origins }
}
