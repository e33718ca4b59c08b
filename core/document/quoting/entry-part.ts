/**
 * Of a list that was read out ("Carcinoma invasivo, grau 2, T2 N1 M0, receptor positivo") an entry
 * of a model quotes the part that is its own. Where a denial stands before it ("sem edema, cianose
 * ou icterícia") the list stays whole: it holds for what follows too.
 */
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import type { FilingPlace } from './places.ts'

/** Fewer parts are an aside, not a list. */
const LEAST_PARTS = 3
const DENIES = /\b(?:sem|nega|negou|nem|nao|ausencia)\b/

/** The part of `clause` that belongs to `place`; the whole clause where no part is told apart. */
export function partOf(
  clause: Clause,
  place: FilingPlace,
  besides: (part: Clause) => readonly FilingPlace[],
): Clause {
  const scores = SCORED.test(place) ? scored(clause) : []
  const score = scores.find((part) => besides(part).includes(place))
  if (scores.length > 1 && score) return score
  const parts = listed(clause)
  if (parts.length < LEAST_PARTS) return clause
  const own = parts.flatMap((part, at) => (besides(part).includes(place) ? [at] : []))
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 > own.length) return clause
  if (parts.slice(0, first).some(({ words }) => DENIES.test(words))) return clause
  // "Ergoespirometria: VO2 49, limiar …": a heading is of all that follows.
  if (parts[first]!.tokens.some(({ norm }) => norm === ':')) return clause
  // "Apgar, 8 e 9": the name alone, what it is behind the comma.
  const isNameOnly = parts[last]!.words.split(' ').length < 3 && !hasNumber(parts[last]!.tokens)
  return joined(clause, parts.slice(first, isNameOnly ? undefined : last + 1))
}

const SCORED = /ESAS/

/** "Tristeza uns quatro ansiedade que é oito": each name with its number. */
function scored(clause: Clause): Clause[] {
  const parts: Token[][] = []
  let from = 0
  for (const { from: number, to, article } of readNumbers(clause.tokens)) {
    if (article || number < from) continue
    const own = clause.tokens.slice(from, to)
    // "De zero a dez": what it goes to, and no score.
    if (!own.some(({ kind, norm }) => kind === 'word' && norm.length > 3)) continue
    parts.push(own)
    from = to
  }
  return parts.map((tokens) => cut(clause, tokens))
}

function listed(clause: Clause): Clause[] {
  const parts: Token[][] = [[]]
  for (const token of clause.tokens)
    if (token.norm === ',') parts.push([])
    else parts.at(-1)!.push(token)
  return parts.filter((tokens) => tokens.length > 0).map((tokens) => cut(clause, tokens))
}

function joined(clause: Clause, parts: readonly Clause[]): Clause {
  return cut(
    clause,
    parts.flatMap(({ tokens }) => tokens),
  )
}

function cut({ statement }: Clause, tokens: Token[]): Clause {
  const [start, end] = [tokens[0]!.start, tokens.at(-1)!.end]
  return { statement, start, end, tokens, words: wordsOf(tokens) }
}

function hasNumber(tokens: readonly Token[]): boolean {
  // "P1" is a word with its number.
  return readNumbers(tokens).length > 0 || tokens.some(({ norm }) => /\d/.test(norm))
}
