import { isAppError, validationError } from '../errors.ts'
import type { PatientNumbers } from '../fhir/clinical-record.ts'
import type { Establishment } from './compile-record/establishment.ts'
import type { NetworkPatient } from './network.ts'
import { type DeskDeps, inTime } from './submission-desk.ts'

/** Longer than that nobody waits for it: the record may go without. */
const PATIENCE_MS = 3000

/**
 * Both numbers of a patient are one person's. A form that still holds the CNS of the patient before
 * would put a record into a stranger's national chart, where it is well formed and nobody misses
 * it. What the network does not say now is no fault.
 * @throws {AppError} `validation_error`
 */
export async function mustBeOnePerson(
  { networkOf }: Pick<DeskDeps, 'networkOf'>,
  { organizationId, lookupCns }: Pick<Establishment, 'organizationId' | 'lookupCns'>,
  patient: PatientNumbers,
  practitionerCns: string,
): Promise<void> {
  const { cpf, cns } = patient
  if (!cns || !cpf) return
  const as = { practitionerCns: lookupCns ?? practitionerCns }
  const look = async () => (await networkOf(organizationId)).findPatient({ cns }, as)
  const asked = look().catch((error: unknown) => {
    if (isAppError(error)) return null
    throw error
  })
  const found = await inTime(asked, { patienceMs: PATIENCE_MS })
  if (found && isSomebodyElse(found, cpf))
    throw validationError(
      [{ field: 'patient_cns', issue: 'another_person' }],
      'O CPF e o CNS são de pessoas diferentes. Confira os dois números.',
    )
}

/** By the CPF: an older CNS finds its holder under the newer one. */
export function isSomebodyElse(found: NetworkPatient, cpf: string): boolean {
  return found.cpf !== null && found.cpf !== cpf
}
