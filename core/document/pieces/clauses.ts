/**
 * Clauses of a statement: "Não fumo e bebo só no fim de semana" is two. A clause begins after a
 * comma, "e" or "mas" only where a new verb or subject begins, so that lists ("tosse, febre e dor")
 * and asides stay whole.
 */

import type { Token } from '../../portuguese/tokens.ts'
import type { Statement } from './statements.ts'

export interface Clause {
  statement: Statement
  /** Characters of the statement. */
  start: number
  end: number
  tokens: Token[]
  /** Folded words, single spaces, marks left out. */
  words: string
}

const BEGINS = new Set(
  (
    'tomo uso tenho fumo bebo nao nunca minha meu sou faco fiz tive estou sinto vou oriento solicito volte volta retorne retorno precisa evite evitar trabalho moro durmo parei comecei ja ' +
    'prescrevo receito encaminho encaminhar pedir solicitar receitar vamos pode peco tome use beba faca mantenha continue suspenda tomava usava operei acho ela ele eu tambem recomendo altura peso pressao te lhe comecar iniciar associar encaminha suspende'
  ).split(' '),
)

export function clausesOf(statement: Statement): Clause[] {
  const { tokens } = statement
  const clauses: Clause[] = []
  let from = 0
  for (let at = 1; at <= tokens.length; at++) {
    if (at < tokens.length && (!breaksAt(statement, at) || onlyLeads(tokens, from, at))) continue
    const own = tokens.slice(from, at)
    if (own.some((token) => token.kind !== 'mark'))
      clauses.push(toClause(statement, own, from === 0, at === tokens.length))
    from = at
  }
  return withTopics(withConditions(clauses))
}

/** "Também, sinto": a recognizer's comma behind a word that leads in. */
function onlyLeads(tokens: readonly Token[], from: number, at: number): boolean {
  return at - from === 1 && /^(?:tambem|hoje|entao)$/.test(tokens[from]!.norm)
}

/** "A gliclazida, eu diminuo": what is named first is what is ordered. */
function withTopics(clauses: readonly Clause[]): Clause[] {
  return clauses.reduce<Clause[]>((kept, clause) => {
    const last = kept.at(-1)
    if (last && TOPIC.test(last.words) && IS_ORDERED.test(clause.words))
      kept.splice(-1, 1, joinClauses([last, clause]))
    else kept.push(clause)
    return kept
  }, [])
}

const TOPIC =
  /^(?:(?:e|mas|agora|ja|quanto a) )*(?:[oa]s?|ess[ea]s?|aquel[ea]s?)? ?\p{L}{3,}(?: \p{L}{3,})?$/u
const IS_ORDERED =
  /^(?:(?:eu|a gente|voce|tambem|ja) )*(?:suspend|diminu|aument|mant[ei]|continu|par[aeo]\b|tir[aeo]\b|troc[aou]|reduz|retir)/

/** "Se não melhorar, vou receitar …": the condition belongs to what follows. */
function withConditions(clauses: readonly Clause[]): Clause[] {
  return clauses.reduce<Clause[]>((kept, clause) => {
    const last = kept.at(-1)
    if (last && /^(?:(?:e|mas|entao) )?(?:se|caso|quando)\b/.test(last.words))
      kept.splice(-1, 1, joinClauses([last, clause]))
    else kept.push(clause)
    return kept
  }, [])
}

/** A clause over several of one statement, first to last. */
export function joinClauses(clauses: readonly Clause[]): Clause {
  const tokens = clauses.flatMap((clause) => clause.tokens)
  return { ...clauses[0]!, end: clauses.at(-1)!.end, tokens, words: wordsOf(tokens) }
}

export function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .filter((token) => token.kind !== 'mark')
    .map((token) => token.norm)
    .join(' ')
}

function breaksAt({ tokens, text }: Statement, at: number): boolean {
  const joint = tokens[at]!.norm
  const next = tokens[at + 1]?.norm ?? ''
  // "Asma é meu filho": folded, the verb looks like the word that joins.
  if (text.charAt(tokens[at]!.start).toLowerCase() === 'é') return false
  if (joint === ';') return true
  if (joint === 'mas' || joint === 'porem') return true
  if (beginsAnew(tokens, at)) return true
  if (joint === ',')
    return BEGINS.has(next === 'e' || next === 'mas' ? (tokens[at + 2]?.norm ?? '') : next)
  if (joint === 'e' && next === 'como' && /^(?:muit|pouc)/.test(tokens[at + 2]?.norm ?? ''))
    return true
  return joint === 'e' && tokens[at - 1]?.norm !== ',' && BEGINS.has(next)
}

/** "Mirtazapina à noite, e o vinho tem que parar": behind the comma it is of something else. */
export function beginsAnew(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.norm === ',' && namesNewSubject(wordsOf(tokens.slice(at + 1, at + NEW_WORDS)))
}

export function namesNewSubject(words: string): boolean {
  return NEW_SUBJECT.test(words)
}

const NEW_SUBJECT =
  /^e (?:[oa]s?|ess[ea]s?) \p{L}+ (?:\p{L}+ )?(?:tem que|tem de|precisa\p{L}*|pode\p{L}*|nao pode)\b/u
const NEW_WORDS = 7

function toClause(statement: Statement, tokens: Token[], first: boolean, last: boolean): Clause {
  const content = tokens.findIndex(
    (token) => token.kind !== 'mark' && !(token.norm === 'e' && !first),
  )
  return {
    statement,
    start: first ? 0 : tokens[Math.max(content, 0)]!.start,
    end: last ? statement.text.length : tokens.at(-1)!.end,
    tokens,
    words: wordsOf(tokens),
  }
}
