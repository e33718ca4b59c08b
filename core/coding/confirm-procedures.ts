import type { Consultation } from '../consultation/consultation.ts'
import { validationError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ConfirmedProcedure, ProcedureStore, Terminology } from '../terminology/ports.ts'
import { codeFaults, conceptsOf, confirmation } from './confirm-codes.ts'

export type ConfirmProcedures = ReturnType<typeof confirmProcedures>

interface Deps {
  procedures: ProcedureStore
  terminology: Pick<Terminology, 'find'>
  now: () => Date
  log: Log
}

/** What the doctor chose; codes in any usual spelling. */
export interface ChosenProcedure {
  code: string
  /** How many times it was done, from 1. */
  quantity: number
}

/**
 * Puts the procedures that the doctor says were done in the place of those confirmed before; none clears them. What
 * stays as it was keeps who confirmed it and when.
 * @param by the doctor, by the host's identifier
 * @returns what is confirmed now, in the order given
 * @throws {AppError} `validation_error`: `unknown_code`, or `duplicate`, since quantities of one code are to be summed (RNDS.md ERR789)
 */
export function confirmProcedures({ procedures, terminology, now, log }: Deps) {
  return async (
    { id }: Pick<Consultation, 'id'>,
    chosen: readonly ChosenProcedure[],
    by: string,
  ): Promise<ConfirmedProcedure[]> => {
    const concepts = await conceptsOf(terminology, 'SIGTAP', chosen)
    const faults = codeFaults('procedures', concepts)
    if (faults.length > 0) throw validationError(faults)

    const before = await procedures.list(id)
    const at = now()
    const confirmed = concepts.flatMap((concept, index): ConfirmedProcedure[] => {
      if (!concept) return []
      const { code, display } = concept
      const { quantity } = chosen[index]!
      const same = before.find((one) => one.code === code && one.quantity === quantity)
      const who = confirmation(same, { confirmedAt: at, confirmedBy: by })
      return [{ system: 'SIGTAP', code, display, quantity, ...who }]
    })
    await procedures.replace(id, confirmed)
    log.info('procedures.confirmed', { consultationId: id, count: confirmed.length })
    return confirmed
  }
}
