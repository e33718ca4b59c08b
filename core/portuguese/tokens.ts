/**
 * Words, numbers and marks of a Portuguese text, with their places. Everything downstream compares
 * folded words (lower case, no accents) and reports places in the untouched text, so folding is
 * done per token.
 */
export interface Token {
  /** Folded for words; as written for numbers and marks. */
  norm: string
  kind: 'word' | 'number' | 'mark'
  /** Characters [start, end) of the text. */
  start: number
  end: number
}

// After a digit, letters stand alone ("120x80", "12h30", "72kg"); elsewhere digits belong to the
// word ("O2", "HbA1c").
const TOKEN = /\d+(?:[.,]\d+)*|(?<=\d)[\p{L}\p{M}]+|\p{L}[\p{L}\p{M}\d]*|[^\s\p{L}\p{M}\d]/gu
const DIGIT = /^\d/
const LETTER = /^\p{L}/u
const ENDS_IN_LETTER = /\p{L}$/u

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match
    const start = match.index
    const end = start + raw.length
    // A hyphen inside a word ("pronto-socorro", "raio-X") only joins: the two words stay next to
    // each other.
    const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)]
    if (raw === '-' && ENDS_IN_LETTER.test(before) && LETTER.test(after)) continue
    const kind = DIGIT.test(raw) ? 'number' : LETTER.test(raw) ? 'word' : 'mark'
    tokens.push({ norm: kind === 'word' ? fold(raw) : raw, kind, start, end })
  }
  return tokens
}

/** Lower case without accents; its length may differ from the text's. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Folded letters and digits with single spaces between; no marks. */
export function plainWords(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\d ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The folded word, number or mark at a place; empty beyond the ends. */
export function normAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.norm.toLowerCase() ?? ''
}

/**
 * Tokens [from, to) as folded text with single spaces; what lies before the beginning is nothing.
 */
export function wordsBetween(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(Math.max(from, 0), Math.max(to, 0))
    .map(({ norm }) => norm.toLowerCase())
    .join(' ')
}
