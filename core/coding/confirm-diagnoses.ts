import type { Consultation } from '../consultation/consultation.ts'
import { type ErrorDetail, validationError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ConfirmedDiagnosis, DiagnosisStore, Terminology } from '../terminology/ports.ts'
import { codeFaults, conceptsOf, confirmation, refuseUnseen } from './confirm-codes.ts'

export type ConfirmDiagnoses = ReturnType<typeof confirmDiagnoses>

interface Deps {
  diagnoses: DiagnosisStore
  terminology: Pick<Terminology, 'find'>
  now: () => Date
  log: Log
}

/** What the doctor chose; codes in any usual spelling. */
export interface ChosenDiagnosis {
  code: string
  principal: boolean
}

/**
 * Puts the doctor's diagnoses in the place of those confirmed before; none clears them. What stays
 * as it was keeps who confirmed it and when.
 * @returns what is confirmed now, the principal one first
 * @throws {AppError} `validation_error`: `unknown_code`, `duplicate`, or `one_principal` (RNDS.md
 * §6.3: ERR787, ERR914, ERR915); `version_conflict`
 */
export function confirmDiagnoses({ diagnoses, terminology, now, log }: Deps) {
  return async (
    { id }: Pick<Consultation, 'id'>,
    {
      chosen,
      seen,
      by,
    }: {
      chosen: readonly ChosenDiagnosis[]
      /**
       * What the caller saw confirmed before; left out by callers that mean their list whatever
       * stands there.
       */
      seen?: readonly ChosenDiagnosis[] | undefined
      /** The doctor, by the host's identifier. */
      by: string
    },
  ): Promise<ConfirmedDiagnosis[]> => {
    const concepts = await conceptsOf(terminology, 'CID10', chosen)
    const faults = [...codeFaults('diagnoses', concepts), ...principalFaults(chosen)]
    if (faults.length > 0) throw validationError(faults)

    const at = now()
    const confirmed = await diagnoses.change(id, (before) => {
      const next = concepts.flatMap((concept, index): ConfirmedDiagnosis[] => {
        if (!concept) return []
        const { code, display } = concept
        const principal = chosen[index]!.principal
        const same = before.find((one) => one.code === code && one.principal === principal)
        const who = confirmation(same, { confirmedAt: at, confirmedBy: by })
        return [{ system: 'CID10', code, display, principal, ...who }]
      })
      refuseUnseen<ChosenDiagnosis>(meaning, { before, next, seen })
      return next.sort((a, b) => Number(b.principal) - Number(a.principal))
    })
    log.info('diagnoses.confirmed', { consultationId: id, count: confirmed.length })
    return confirmed
  }
}

const meaning = ({ code, principal }: ChosenDiagnosis) => `${code} ${principal}`

function principalFaults(chosen: readonly ChosenDiagnosis[]): ErrorDetail[] {
  const principals = chosen.filter(({ principal }) => principal).length
  return chosen.length > 0 && principals !== 1
    ? [{ field: 'diagnoses', issue: 'one_principal' }]
    : []
}
