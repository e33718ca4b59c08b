/**
 * What is read for a host's data: the visit and the document as material, the schema filled from it
 * by rules, and a model's answers compared with it. The port is asynchronous, so that the reading
 * may happen apart from the thread that acknowledges sound (`core/reading`).
 */
import type { ClauseSenses } from '../document/quoting/sort-clauses.ts'
import type { Terminology } from '../terminology/ports.ts'
import { answerCheck, type GivenAnswer, type ModelAnswer } from './check-answers.ts'
import { type DiagnosisCodes, diagnosisCodes } from './diagnosis-codes.ts'
import { type Filled, fillByRules } from './fill.ts'
import { type Material, type MaterialInput, readMaterial } from './material.ts'
import type { ObjectNode } from './schema.ts'

/** @throws {AppError} `reading_timeout`, `reading_failed` if it happens apart; `signal.reason` */
export interface DataReader {
  fill(schema: ObjectNode, input: MaterialInput, signal: AbortSignal): Promise<Filled>
  /** Checks one answer; `cut` as in `CheckAnswers`. */
  check(
    input: MaterialInput,
    answered: { given: readonly GivenAnswer[]; cut: readonly string[][] },
    signal: AbortSignal,
  ): Promise<ModelAnswer[]>
}

interface Read {
  material: Material
  codes: DiagnosisCodes
}

/** In the thread that asks; what was read of an input is kept as long as the input is. */
export function dataReader(
  terminology: Pick<Terminology, 'find' | 'search'>,
  senses?: ClauseSenses,
): DataReader {
  const known = new WeakMap<MaterialInput, Read>()

  async function read(input: MaterialInput, signal: AbortSignal): Promise<Read> {
    const before = known.get(input)
    if (before) return before
    const material = await readMaterial(input, signal, senses)
    const now = { material, codes: diagnosisCodes(material, terminology) }
    known.set(input, now)
    return now
  }

  return {
    async fill(schema, input, signal) {
      const { material, codes } = await read(input, signal)
      return fillByRules(schema, material, codes)
    },
    async check(input, { given, cut }, signal) {
      const { material, codes } = await read(input, signal)
      return answerCheck(material, codes)(given, cut)
    },
  }
}
