/**
 * Names of medicines that a recognizer, or a hurried hand, wrote in pieces: "levo tiroxina", "clo
 * pido grel". Neighbouring words that together are a long name of the lexicon are that name.
 */
import { medicationLexicon } from './medications.ts'
import type { Token } from './tokens.ts'

export interface SplitName {
  /** Characters [start, end) of the text. */
  start: number
  end: number
  /** The pieces as one word, as they were written otherwise. */
  joined: string
}

/** A shorter one may be two words that mean something: "mim para", "novo mix". */
const SHORTEST_JOINED = 8
const SHORTEST_PIECE = 2
const MOST_PIECES = 4

const NAMES = new Set(
  [...medicationLexicon().names.keys()].filter((name) => name.length >= SHORTEST_JOINED),
)
const BEGINNINGS = new Set(
  [...NAMES].flatMap((name) =>
    Array.from({ length: name.length - SHORTEST_PIECE }, (_, cut) =>
      name.slice(0, SHORTEST_PIECE + cut),
    ),
  ),
)

/** In the order of the text. @param tokens of this text */
export function findSplitNames(text: string, tokens: readonly Token[]): SplitName[] {
  const found: SplitName[] = []
  for (let at = 0; at < tokens.length; at++) {
    const to = endOfName(text, tokens, at)
    if (to === undefined) continue
    const { start } = tokens[at]!
    const { end } = tokens[to - 1]!
    const [first = '', ...rest] = tokens
      .slice(at, to)
      .map((token) => text.slice(token.start, token.end))
    found.push({ start, end, joined: first + rest.join('').toLowerCase() })
    at = to - 1
  }
  return found
}

/** The token behind the last piece of a name that begins here in pieces; the longest one. */
function endOfName(text: string, tokens: readonly Token[], at: number): number | undefined {
  let joined = ''
  let end: number | undefined
  for (let next = at; next < Math.min(tokens.length, at + MOST_PIECES); next++) {
    const token = tokens[next]!
    const before = tokens[next - 1]
    const isBeside = next === at || /^[ -]$/.test(text.slice(before!.end, token.start))
    if (token.kind !== 'word' || token.norm.length < SHORTEST_PIECE || !isBeside) break
    joined += token.norm
    // A whole name is no piece of another one, unless it ends it: "levo tiroxina".
    if (NAMES.has(token.norm) && (next === at || !NAMES.has(joined))) break
    if (next > at && NAMES.has(joined)) end = next + 1
    if (!BEGINNINGS.has(joined)) break
  }
  return end
}
