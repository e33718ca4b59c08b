/**
 * What the sorter sees of a clause: its words, the question that it answers, who says it and when,
 * what stands beside it, and what the tables of the router make of it. Each cue is a name; the
 * sorter knows a weight for each class of those it has learned.
 */
import { wordsOf } from '../pieces/clauses.ts'
import { type FilingPlace, isOwn } from './places.ts'
import type { SaidClause } from './said-clauses.ts'

/** Letters of a word that are compared: endings change with person and number. */
const STEM = 5
/** Shares of the visit, by clauses. */
const PARTS = 5
/** More than the router needs says no more. */
const STRONGEST = 6
/** Words that answer, at the beginning of a clause. */
const ANSWER = /^(?:nao|sim|nunca|tenho|tomo|so|ja|isso|nada|nenhum|nenhuma)\b/

/** The cues of each clause of a visit. */
export function cuesOf(said: readonly SaidClause[]): string[][] {
  return said.map((each, at) => {
    const before = said[at - 1]
    const behind = said[at + 1]
    return [
      ...new Set([
        'bias',
        ...ofWords(each),
        ...ofQuestion(each),
        ...ofRouter(each),
        ...(each.isMeasured ? ['measured'] : []),
        ...[...each.features].map((feature) => `is ${feature}`),
        `part ${Math.floor((at * PARTS) / said.length)}`,
        `who ${each.role} ${each.phase}`,
        `before ${placeOf(before?.routed.place)}`,
        `behind ${placeOf(behind?.routed.place)}`,
      ]),
    ]
  })
}

function ofWords({ clause, role, phase }: SaidClause): string[] {
  const words = clause.words.split(' ').map((word) => (/\d/.test(word) ? '0' : word))
  const stems = words.map((word) => word.slice(0, STEM))
  const length = Math.min(8, Math.ceil(words.length / 2))
  return [
    ...stems.map((stem) => `stem ${stem}`),
    ...stems.slice(1).map((stem, at) => `pair ${stems[at]} ${stem}`),
    ...stems.map((stem) => `${role} ${phase} ${stem}`),
    `first ${words.slice(0, 2).join(' ')}`,
    `length ${length} ${role}`,
  ]
}

function ofQuestion({ answered, asked, answers, clause }: SaidClause): string[] {
  if (!answered) return ['unasked']
  const words = wordsOf(answered.statement.tokens).split(' ')
  const stems = [...new Set(words.map((word) => word.slice(0, STEM)))]
  return [
    `answer ${answers} ${ANSWER.exec(clause.words)?.[0] ?? ''}`,
    ...stems.map((stem) => `asked ${stem}`),
    ...[...asked].filter(([, share]) => share >= 0.3).map(([place]) => `asks ${placeOf(place)}`),
  ]
}

function ofRouter({ routed, role, phase }: SaidClause): string[] {
  const place = placeOf(routed.place)
  return [
    `to ${place}`,
    `to ${place} ${routed.alone ? 'alone' : 'asked'}`,
    `to ${place} ${role} ${phase}`,
    ...(routed.beside.length > 0 ? ['beside own'] : []),
    ...[...routed.scores]
      .filter(([, score]) => score >= 0.5)
      .map(([id, score]) => `score ${placeOf(id)} ${Math.min(STRONGEST, Math.floor(score))}`),
  ]
}

/** What only one model has is not told apart. */
function placeOf(place: FilingPlace | null | undefined): string {
  if (!place) return 'none'
  return isOwn(place) ? 'own' : place
}
