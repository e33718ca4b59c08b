import type { Consultation } from '../consultation/consultation.ts'
import { validationError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ConfirmedProcedure, ProcedureStore, Terminology } from '../terminology/ports.ts'
import { codeFaults, conceptsOf, confirmation, refuseUnseen } from './confirm-codes.ts'

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
 * Puts the procedures that the doctor says were done in the place of those confirmed before; none
 * clears them. What stays as it was keeps who confirmed it and when.
 * @returns what is confirmed now, in the order given
 * @throws {AppError} `validation_error`: `unknown_code`, or `duplicate`, since quantities of one
 * code are to be summed (RNDS.md §6.3, ERR789); `version_conflict`
 */
export function confirmProcedures({ procedures, terminology, now, log }: Deps) {
  return async (
    { id }: Pick<Consultation, 'id'>,
    {
      chosen,
      seen,
      by,
    }: {
      chosen: readonly ChosenProcedure[]
      /**
       * What the caller saw confirmed before; left out by callers that mean their list whatever
       * stands there.
       */
      seen?: readonly ChosenProcedure[] | undefined
      /** The doctor, by the host's identifier. */
      by: string
    },
  ): Promise<ConfirmedProcedure[]> => {
    const concepts = await conceptsOf(terminology, 'SIGTAP', chosen)
    const faults = codeFaults('procedures', concepts)
    if (faults.length > 0) throw validationError(faults)

    const at = now()
    const confirmed = await procedures.change(id, (before) => {
      const next = concepts.flatMap((concept, index): ConfirmedProcedure[] => {
        if (!concept) return []
        const { code, display } = concept
        const { quantity } = chosen[index]!
        const same = before.find((one) => one.code === code && one.quantity === quantity)
        const who = confirmation(same, { confirmedAt: at, confirmedBy: by })
        return [{ system: 'SIGTAP', code, display, quantity, ...who }]
      })
      refuseUnseen<ChosenProcedure>(meaning, { before, next, seen })
      return next
    })
    log.info('procedures.confirmed', { consultationId: id, count: confirmed.length })
    return confirmed
  }
}

const meaning = ({ code, quantity }: ChosenProcedure) => `${code} ${quantity}`
