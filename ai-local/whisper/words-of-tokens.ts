import type { HeardWord } from '../../core/transcription/ports.ts'

/** A part of a word, or all of it, as recognizers tell: a word's first part begins with a space. */
interface SpokenToken {
  text: string
  /** Null where the engine does not tell. */
  startMs: number | null
  endMs: number | null
  probability: number | null
}

/**
 * Words of a text with their times, from the recognizer's tokens. A word is as sure as its least sure part that is not punctuation.
 * @returns undefined when the tokens are not those of the text (letters cut in two, times missing): half of it would be wrong
 */
export function wordsOfTokens(
  text: string,
  tokens: readonly SpokenToken[],
): HeardWord[] | undefined {
  const groups: SpokenToken[][] = []
  for (const token of tokens) {
    if (token.text.trim() === '') continue
    if (/^\s/.test(token.text) || groups.length === 0) groups.push([token])
    else groups.at(-1)!.push(token)
  }
  const places = [...text.matchAll(/\S+/g)]
  if (groups.length === 0 || groups.length !== places.length) return undefined
  const words: HeardWord[] = []
  let lastMs = 0
  for (const [index, place] of places.entries()) {
    const parts = groups[index]!
    const written = parts
      .map((part) => part.text)
      .join('')
      .trim()
    if (written !== place[0] && !written.includes('\ufffd')) return undefined
    const startMs = parts[0]!.startMs
    const endMs = parts.at(-1)!.endMs
    if (startMs === null || endMs === null) return undefined
    const from = place.index
    const start = Math.max(lastMs, Math.round(startMs))
    lastMs = Math.max(start, Math.round(endMs))
    words.push({
      ...{ from, to: from + place[0].length, startMs: start, endMs: lastMs },
      confidence: leastSure(parts),
    })
  }
  return words
}

function leastSure(parts: readonly SpokenToken[]): number | null {
  const known = (some: readonly SpokenToken[]) =>
    some.flatMap(({ probability }) => probability ?? [])
  const spoken = known(parts.filter(({ text }) => /[\p{L}\p{N}\ufffd]/u.test(text)))
  const all = spoken.length > 0 ? spoken : known(parts)
  if (all.length === 0) return null
  return Math.round(Math.min(1, Math.max(0, Math.min(...all))) * 1000) / 1000
}
