/** The sorter with the weights that are shipped. */
import type { Template } from '../models/ports.ts'
import type { Statement } from '../pieces/statements.ts'
import { unpack } from './packed-weights.ts'
import type { Routed } from './router.ts'
import type { SaidClause } from './said-clauses.ts'
import type { Weights } from './softmax.ts'
import { type ClauseSenses, type Sureness, sortClauses } from './sort-clauses.ts'
import { WEIGHTS } from './weights.ts'

/**
 * Chosen by the figures of visits that were left out of the learning
 * (config/evaluation/HISTORY.md).
 */
const OF_A_VISIT: Sureness = {
  file: 0.7,
  advise: 0.55,
  move: 0.4,
  leave: 0.5,
  leaveAnswer: 0.7,
  keep: 0.6,
  overrule: 0.97,
  trust: 5,
  moveDecided: 0.65,
  keepDecided: 0.3,
}
/**
 * The sorter learned from whole visits. Of a few sentences it knows too little of what is around
 * them to overrule the tables.
 */
const OF_FEW_SENTENCES: Sureness = {
  file: 0.9,
  advise: 2,
  move: 0.9,
  leave: 1,
  leaveAnswer: 1,
  keep: 0,
  overrule: 2,
  trust: 0,
  moveDecided: 0.9,
  keepDecided: 0,
}
/** Clauses of a visit that is long enough. */
const FEWEST_CLAUSES = 12

/** Unpacked when the first document is written. */
let weights: Weights | undefined

/** @param senses what the sentence encoder makes of the clauses, where there is one */
export function sorterWith(senses?: ClauseSenses) {
  return (template: Template) => {
    weights ??= unpack(WEIGHTS)
    const known = weights
    return (said: readonly SaidClause[], statements: readonly Statement[]): Routed[] => {
      const isFew = said.length < FEWEST_CLAUSES
      const sureness = isFew ? OF_FEW_SENTENCES : OF_A_VISIT
      const sorted = sortClauses(said, template, known, sureness, senses?.(statements, said))
      return isFew ? sorted.map((each) => ({ ...each, likely: undefined })) : sorted
    }
  }
}
