import type { HeardWord } from '../../core/transcription/ports.ts'

/**
 * A word or a part of one. The first part of a word begins with a space, if any of the words does.
 */
export interface SpokenToken {
  text: string
  /** Null where the engine gives no times. */
  startMs: number | null
  endMs: number | null
  probability: number | null
}

/**
 * Words of a text with their times, from the recognizer's tokens. A word is as sure as its least
 * sure part that is not punctuation. Some servers list the words without the punctuation of the
 * text: only letters and digits are compared.
 * @returns undefined when the tokens are not those of the text, or times are missing: half of it
 * would be wrong
 */
export function wordsOfTokens(
  text: string,
  tokens: readonly SpokenToken[],
): HeardWord[] | undefined {
  const wholeWords = tokens.map((token) => ({ ...token, text: ` ${token.text}` }))
  return matchWords(text, tokens) ?? matchWords(text, wholeWords)
}

function matchWords(text: string, tokens: readonly SpokenToken[]): HeardWord[] | undefined {
  const groups = groupByWord(tokens)
  if (groups.length === 0) return undefined
  const words: HeardWord[] = []
  let lastMs = 0
  let next = 0
  for (const { 0: written, index: from } of text.matchAll(/\S+/g)) {
    const parts = groups[next]
    const isSpoken = parts !== undefined && isSame(written, parts)
    // Punctuation that stands alone in the text may be no word of the recognizer's.
    if (!isSpoken && lettersOf(written) !== '') return undefined
    const times = isSpoken ? timesOf(parts) : { startMs: lastMs, endMs: lastMs }
    if (!times) return undefined
    const startMs = Math.max(lastMs, Math.round(times.startMs))
    lastMs = Math.max(startMs, Math.round(times.endMs))
    const confidence = isSpoken ? leastSure(parts) : null
    words.push({ from, to: from + written.length, startMs, endMs: lastMs, confidence })
    if (isSpoken) next++
  }
  return next === groups.length ? words : undefined
}

function groupByWord(tokens: readonly SpokenToken[]): SpokenToken[][] {
  const groups: SpokenToken[][] = []
  for (const token of tokens) {
    if (token.text.trim() === '') continue
    if (/^\s/.test(token.text) || groups.length === 0) groups.push([token])
    else groups.at(-1)!.push(token)
  }
  return groups
}

/** A letter that was cut in two between tokens is replaced in them, not in the text. */
const CUT_LETTER = '\ufffd'

function isSame(written: string, parts: readonly SpokenToken[]): boolean {
  const spoken = parts
    .map(({ text }) => text)
    .join('')
    .trim()
  if (spoken === written || spoken.includes(CUT_LETTER)) return true
  const letters = lettersOf(spoken)
  return letters !== '' && letters === lettersOf(written)
}

/** What is compared of a text: without case and punctuation. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function timesOf(parts: readonly SpokenToken[]) {
  const startMs = parts[0]?.startMs ?? null
  const endMs = parts.at(-1)?.endMs ?? null
  return startMs === null || endMs === null ? null : { startMs, endMs }
}

function leastSure(parts: readonly SpokenToken[]): number | null {
  const known = (some: readonly SpokenToken[]) =>
    some.flatMap(({ probability }) => probability ?? [])
  const spoken = known(parts.filter(({ text }) => /[\p{L}\p{N}\ufffd]/u.test(text)))
  const all = spoken.length > 0 ? spoken : known(parts)
  if (all.length === 0) return null
  return Math.round(Math.min(1, Math.max(0, Math.min(...all))) * 1000) / 1000
}
