import type { Consultation } from '../consultation/consultation.ts'
import { type ErrorDetail, validationError } from '../errors.ts'
import type { Log } from '../log.ts'
import type {
  Concept,
  ConfirmedDiagnosis,
  DiagnosisStore,
  Terminology,
} from '../terminology/ports.ts'

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
 * Puts the doctor's diagnoses in the place of those confirmed before; none clears them. What stays as it was keeps who
 * confirmed it and when, so that a later look tells who answers for which code.
 * @param by the doctor, by the host's identifier
 * @returns what is confirmed now, the principal one first
 * @throws {AppError} `validation_error`: `unknown_code`, `duplicate`, or `one_principal` (RNDS.md ERR787, ERR914, ERR915)
 */
export function confirmDiagnoses({ diagnoses, terminology, now, log }: Deps) {
  return async (
    { id }: Pick<Consultation, 'id'>,
    chosen: readonly ChosenDiagnosis[],
    by: string,
  ): Promise<ConfirmedDiagnosis[]> => {
    const concepts: (Concept | null)[] = []
    for (const { code } of chosen) concepts.push(await terminology.find('CID10', code))
    const faults = faultsOf(chosen, concepts)
    if (faults.length > 0) throw validationError(faults)

    const before = await diagnoses.list(id)
    const at = now()
    const confirmed = concepts.flatMap((concept, index): ConfirmedDiagnosis[] => {
      if (!concept) return []
      const { code, display } = concept
      const principal = chosen[index]!.principal
      const same = before.find((one) => one.code === code && one.principal === principal)
      const { confirmedAt = at, confirmedBy = by } = same ?? {}
      return [{ system: 'CID10', code, display, principal, confirmedAt, confirmedBy }]
    })
    confirmed.sort((a, b) => Number(b.principal) - Number(a.principal))
    await diagnoses.replace(id, confirmed)
    log.info('diagnoses.confirmed', { consultationId: id, count: confirmed.length })
    return confirmed
  }
}

function faultsOf(
  chosen: readonly ChosenDiagnosis[],
  concepts: readonly (Concept | null)[],
): ErrorDetail[] {
  const codes = concepts.map((concept) => concept?.code)
  const faults = codes.flatMap((code, index): ErrorDetail[] => {
    const field = `diagnoses.${index}.code`
    if (code === undefined) return [{ field, issue: 'unknown_code' }]
    return codes.indexOf(code) < index ? [{ field, issue: 'duplicate' }] : []
  })
  const principals = chosen.filter(({ principal }) => principal).length
  if (chosen.length > 0 && principals !== 1)
    faults.push({ field: 'diagnoses', issue: 'one_principal' })
  return faults
}
