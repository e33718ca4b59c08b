/**
 * Sides as a record writes them, and the parts of a sentence, which a second side parts as a comma
 * does.
 */

import type { Idea } from './term.ts'
import type { Token } from './tokens.ts'

/** Abbreviations of a record that hold a side: "visão turva em OE", "dor em MSD", "quadril E". */
const SIDED = new Map(
  Object.entries<[string, 'direito' | 'esquerdo']>({
    od: ['olho', 'direito'],
    oe: ['olho', 'esquerdo'],
    mse: ['mmss', 'esquerdo'],
    msd: ['mmss', 'direito'],
    mie: ['mmii', 'esquerdo'],
    mid: ['mmii', 'direito'],
    fie: ['iliac', 'esquerdo'],
    fid: ['iliac', 'direito'],
  }),
)

export function sidedAt(tokens: readonly Token[], at: number): Idea[] | undefined {
  const { norm, kind } = tokens[at]!
  if (kind !== 'word') return undefined
  const [part, side] = SIDED.get(norm.toLowerCase()) ?? []
  if (part !== undefined && side !== undefined)
    return [
      { kind: 'word', key: part, to: at + 1 },
      { kind: 'side', key: side, to: at + 1 },
    ]
  // Nobody ends a clause with "e"; vitamins and tests have a D of their own.
  const before = tokens[at - 1]
  const ends = tokens[at + 1] === undefined || /^[.,;)]$/.test(tokens[at + 1]!.norm)
  if (!/^[de]$/.test(norm) || !ends || before?.kind !== 'word' || NO_SIDE.test(before.norm))
    return undefined
  return [{ kind: 'side', key: norm === 'd' ? 'direito' : 'esquerdo', to: at + 1 }]
}

const NO_SIDE = /^(?:vitaminas?|vit|hepatite|dimero|anti|tipo|grupo|classe|grau|stop|de|e)$/

/**
 * For each token, how many commas or brackets stand before it; an "e" between two sides parts as
 * they do.
 */
export function partsOf(tokens: readonly Token[]): number[] {
  const sides = tokens.flatMap(({ norm }, at) => (sideOf(norm.toLowerCase()) ? at : []))
  const isBetween = (at: number) => at > (sides[0] ?? at) && at < (sides.at(-1) ?? at)
  let part = 0
  return tokens.map(({ kind, norm }, at) => {
    const parts = kind === 'mark' ? /^[,;()….]$/.test(norm) : norm === 'e' && isBetween(at)
    if (parts) part += 1
    return part
  })
}

export function sideOf(word: string): string | undefined {
  if (/^direit[oa]s?$/.test(word)) return 'direito'
  if (/^esquerd[oa]s?$/.test(word)) return 'esquerdo'
  return /^bilatera(?:l|is|lmente)$/.test(word) ? 'bilateral' : undefined
}
