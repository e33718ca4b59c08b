/**
 * What its speaker took back a sentence later: "Vou colocar a indapamida. Não, indapamida não,
 * deixa pra lá."
 */
import { isCalledOff, isCorrectedBy } from '../pieces/said-again.ts'
import type { Fact } from './fact.ts'
import type { Said } from './said.ts'

/** Sentences in which something is taken back. */
const REACHES = 2

export function withoutWithdrawn(facts: readonly Fact[], said: readonly Said[]): Fact[] {
  const at = new Map(said.map((one, index) => [one.statement.index, index]))
  return facts.filter((fact) => {
    const from = at.get(fact.statement.index)
    if (from === undefined || fact.statement.origin !== 'speech') return true
    const own = said[from]!
    const after = said.slice(from + 1, from + 1 + REACHES)
    return !after.some((next, apart) => takesBack(next, fact, own, apart))
  })
}

/** The whole of it, and named or right behind it. */
const NOT_AFTER_ALL =
  /\b(?:deixa pra la|deixa para la|esquece|melhor nao|mudei de ideia|pensando bem nao|por enquanto nao|hoje nao)\b/
const DENIES = /^(?:nao|ah nao|opa|espera|perai|alias|minto|melhor nao)\b/

function takesBack(next: Said, fact: Fact, own: Said, apart: number): boolean {
  if (next.statement.origin !== 'speech' || next.statement.question) return false
  if (next.role !== own.role) return false
  if (isCorrectedBy(own.statement, next.statement)) return true
  if (apart === 0 && isCalledOff(own.statement, next.statement)) return true
  const isNamed = names(next, fact)
  const isDenied = next.terms.some(
    ({ kind, key, denied }) => denied && kind === 'drug' && fact.keys.includes(key),
  )
  if (isDenied && DENIES.test(next.words)) return true
  if (!NOT_AFTER_ALL.test(next.words)) return false
  return isNamed || (apart === 0 && next.words.split(' ').length <= MOST_BARE)
}

/** "Não, deixa pra lá.": of what was said right before. */
const MOST_BARE = 5

function names({ mentions, words }: Said, { kind, keys, text }: Fact): boolean {
  if (kind === 'medicine') return mentions.some(({ ingredient }) => keys.includes(ingredient))
  const [first = ''] = text.toLowerCase().split(' ')
  return first.length > 3 && words.includes(first)
}
