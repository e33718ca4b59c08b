/**
 * Words that exclude each other where no denial is said: a test is positive or negative, a medicine
 * kept or stopped.
 */

import { NOT, type Term } from '../../portuguese/term.ts'
import type { Claim } from '../evidence/claim.ts'
import { mentionsOf, type Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'

const OTHER_RESULT = 'O resultado não é o que foi dito.'

/** Stems and ideas, as terms are keyed. */
const OPPOSITES = new Map(
  Object.entries<string>({
    positi: 'negati',
    negati: 'positi',
    ausent: 'presen',
    presen: 'ausent',
    manutencao: 'suspensao',
    suspensao: 'manutencao',
  }),
)

function oppositeOf(key: string): string {
  return OPPOSITES.get(key) ?? (key.startsWith(NOT) ? key.slice(NOT.length) : `${NOT}${key}`)
}

export const oppositeWord: Check = {
  name: 'opposite-word',
  isDangerous: true,
  ofQuotations: false,
  find: (claim, sources) => (isOpposite(claim, sources) ? OTHER_RESULT : null),
}

/** Compared where most of the words of its part of the sentence stand, and only there. */
function isOpposite(claim: Claim, sources: readonly Source[]): boolean {
  return claim.terms.some((term) => {
    const other = oppositeOf(term.key)
    if (!/^(?:word|idle)$/.test(term.kind) || term.denied) return false
    const around = claim.terms.filter(
      (one) => one !== term && one.part === term.part && /^(?:word|drug)$/.test(one.kind),
    )
    if (around.length === 0) return false
    const near = around.map((one) => new Set(mentionsOf(one, sources).map(({ at }) => at)))
    const scoreOf = (at: number) => near.filter((places) => places.has(at)).length
    const best = (key: string) =>
      Math.max(
        0,
        ...mentionsOf({ ...term, key } satisfies Term, sources).map(({ at }) => scoreOf(at)),
      )
    const opposite = best(other)
    return opposite > 0 && opposite >= around.length / 2 && best(term.key) < opposite
  })
}
