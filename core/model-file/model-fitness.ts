/**
 * What a language model is fit for on this machine, as `svcctl model prove` found out and wrote
 * beside its file. A model that was never proven, whose file is another one since, or that an
 * earlier proof looked at, is unproven: nobody knows.
 */
import { LINE_PROMPT_VERSION } from '../document/notes/line-prompt.ts'

/**
 * `nothing`: documents are better without it. `phrase`: a question with its answer becomes one line
 * of the record. `write`: whole documents. Each takes in those before it.
 */
export const FITNESS_LEVELS = ['nothing', 'phrase', 'write'] as const
export type FitnessLevel = (typeof FITNESS_LEVELS)[number]

/** The first part is raised with every change of the cases and of what they ask for. */
export const PROOF_VERSION = `1.${LINE_PROMPT_VERSION}`

export interface PhraseFigures {
  cases: number
  /** Lines that were accepted as they came first. */
  firstTry: number
  /** Accepted lines, at the first or the second try, that say what the case asks for. */
  right: number
  /**
   * Accepted lines that leave something out or say something else: nothing would have stopped them.
   */
  wrong: number
}

export interface WriteFigures {
  /** Documents written; fewer than there are where the first ones decided. */
  cases: number
  /** Facts of the cases, and how many stand where they belong. */
  facts: number
  found: number
  foundByRules: number
  /** Statements without a source. */
  unsupported: number
  unsupportedByRules: number
}

export interface ModelFitness {
  level: FitnessLevel
  proofVersion: string
  /** Digest of the file that was proven. */
  sha256: string
  provenAt: string
  seconds: number
  phrase: PhraseFigures
  /** Null where it was not tried: who cannot phrase does not write. */
  write: WriteFigures | null
}

/** What is kept beside a file (`ModelRecord`). */
interface Kept {
  sha256: string
  fitness?: ModelFitness | undefined
}

/** Null: unproven. */
export function fitnessOf(record: Kept | null | undefined): FitnessLevel | null {
  const { fitness, sha256 } = record ?? {}
  if (!fitness || fitness.sha256 !== sha256 || fitness.proofVersion !== PROOF_VERSION) return null
  return fitness.level
}

/** What carries a proof over to a record of the same file. */
export function provenBefore(record: Kept | null, sha256: string): Pick<Kept, 'fitness'> {
  return record?.fitness?.sha256 === sha256 ? { fitness: record.fitness } : {}
}
