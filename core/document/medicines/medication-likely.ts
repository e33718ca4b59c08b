/**
 * What the sorter takes part in where a medicine belongs: it files what the rules put nowhere, and
 * takes out what they file where next to nothing speaks for it. It learned that what is stopped
 * belongs among the prescriptions as well, so it is not asked of what the rules find stopped, and
 * of a bare name it files no order.
 */

import type { Section } from '../models/sections.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import type { MedicationSection } from './medication-act.ts'
import type { MedicationFinder } from './medication-mentions.ts'

/** How a medicine is named. */
interface SaidAs {
  role: Role | null
  /** Folded words behind it, up to the next one. */
  after: string
  /** Neither of then or of one day, nor put off, nor what an examination found. */
  isOfToday: boolean
  /** How much, how often or how long is said with it. */
  isDirected: boolean
  /** A verb begins, changes or continues it. */
  isOrdered: boolean
  /** A number stands behind it. */
  hasNumber: boolean
}

/** Chosen by the totals of visits that nobody read (config/evaluation/HISTORY.md). */
const ORDER = 0.5
const USE = 0.6
/** Of a bare name: another's box is named so too. */
const BARE_USE = 0.8
/** Below which both lists together have next to nothing for them. */
const LEAST = 0.05

/** @param ruled where the rules put it */
export function byLikely(
  ruled: MedicationSection | undefined,
  likely: Likely,
  said: SaidAs,
): MedicationSection | undefined {
  const order = likely('prescriptions')
  const use = likely('medicationsInUse')
  if (ruled) return order + use < LEAST ? undefined : ruled
  if (!said.isOfToday) return undefined
  if (said.role !== 'patient' && order >= ORDER && isToldHow(said)) return 'prescriptions'
  return use >= (said.isDirected ? USE : BARE_USE) ? 'medicationsInUse' : undefined
}

/** "Mupirocina nas crostinhas, três vezes", "ondansetrona pro enjoo"; not "Spiriva para". */
function isToldHow({ after, isDirected, isOrdered, hasNumber }: SaidAs): boolean {
  if (DENIES.test(after)) return false
  return isDirected || isOrdered || hasNumber || WHAT_FOR.test(after)
}

/** Or it is said in words of its own what becomes of it: "eu seguro hoje", "eu pensei". */
const DENIES =
  /\b(?:nao|nem|nada|nunca|sem|jamais|fora|longe|acabou|par(?:ou|ei)|sai|saiu|espera|pausa|eu)\b/
const WHAT_FOR = /\b(?:pr[ao]s?|se|quando) \S/

/**
 * The visit as the readers of medicines see it.
 *
 * How likely a clause belongs to a section.
 */
export type Likely = (section: Section | 'none') => number

export interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
  /** What the sorter makes of the clause in which a character of a statement stands. */
  likelyAt?(statement: Statement, at: number): Likely | undefined
  /**
   * Whether this model has another place for what is said of an ingredient in a sentence: no entry
   * of `section` then.
   */
  isElsewhere?(ingredient: string, section: MedicationSection, words: string): boolean
}
