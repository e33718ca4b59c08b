/**
 * Look-ups of people in the network (spec §4.2). Nothing of them is stored; a patient's dates are
 * remembered for today's records.
 */
import { type Principal, requireBackend } from '../access/principal.ts'
import { AppError, isAppError, validationError } from '../errors.ts'
import type { PatientNumbers } from '../fhir/clinical-record.ts'
import type { Log } from '../log.ts'
import type { Terminology } from '../terminology/ports.ts'
import type { Establishment, EstablishmentStore } from './compile-record/establishment.ts'
import type { KnownPatients } from './known-patients.ts'
import type {
  Council,
  NationalNetwork,
  NetworkOf,
  NetworkPatient,
  NetworkPractitioner,
} from './network.ts'
import type { Professional, ProfessionalStore } from './professional.ts'
import { connectedEstablishment, type DeskDeps, inTime } from './submission-desk.ts'
import { hinting, unreachable } from './submission-errors.ts'

export interface LookupDeps {
  establishments: EstablishmentStore
  networkOf: NetworkOf
  terminology: Pick<Terminology, 'find'>
  patients: Pick<KnownPatients, 'remember'>
  professionals: Pick<ProfessionalStore, 'findByCns'>
  log: Log
}

export type FindPatient = ReturnType<typeof findPatient>
export type FindPractitioner = ReturnType<typeof findPractitioner>

/**
 * With both numbers: who has both. @throws {AppError} `forbidden` for a page, `patient_not_found`,
 * `rnds_unavailable`
 */
export function findPatient(deps: LookupDeps) {
  return async (
    principal: Principal,
    query: { cpf?: string | undefined; cns?: string | undefined },
  ): Promise<NetworkPatient> => {
    requireBackend(principal)
    const { organizationId } = principal
    const { lookupCns } = await connectedEstablishment(deps, organizationId)
    if (!lookupCns)
      throw unreachable(
        'Falta o CNS do profissional em cujo nome a RNDS é consultada. Fale com o administrador.',
      )
    const network = await deps.networkOf(organizationId)
    const { cpf, cns } = query
    const patient = await hinting(
      network.findPatient(
        { ...(cpf !== undefined && { cpf }), ...(cns !== undefined && { cns }) },
        { practitionerCns: lookupCns },
      ),
    )
    if (patient && !(cpf && isSomebodyElse(patient, cpf))) {
      deps.patients.remember(organizationId, patient)
      return patient
    }
    throw new AppError('not-found', 'patient_not_found', 'Paciente não encontrado na RNDS.')
  }
}

export interface FoundPractitioner extends NetworkPractitioner {
  /**
   * Of the occupation in this establishment, in words; null when the network or the table does not
   * tell.
   */
  specialty: string | null
}

/** @throws {AppError} `forbidden` for a page, `practitioner_not_found`, `rnds_unavailable` */
export function findPractitioner(deps: LookupDeps) {
  return async (principal: Principal, cns: string): Promise<FoundPractitioner> => {
    requireBackend(principal)
    const { organizationId } = principal
    const { lookupCns, cnes } = await connectedEstablishment(deps, organizationId)
    const network = await deps.networkOf(organizationId)
    const as = { practitionerCns: lookupCns ?? cns }
    const practitioner = await hinting(network.findPractitioner(cns, as))
    if (!practitioner)
      throw new AppError(
        'not-found',
        'practitioner_not_found',
        'Profissional não encontrado na RNDS.',
      )
    const role = cnes ? await roleOf(deps, network, practitioner.cns, cnes, as) : null
    const own = await deps.professionals.findByCns(organizationId, practitioner.cns)
    return {
      ...practitioner,
      council: practitioner.council ?? (own && councilOf(own)),
      specialty: await specialtyOf(deps, role ?? own?.cbo ?? null),
    }
  }
}

/** Where the network tells none (RNDS.md §4.7), what the administrator says. */
function councilOf({ council, councilNumber, councilState }: Professional): Council | null {
  if (!council || !councilNumber) return null
  return { name: council, number: councilNumber, state: councilState }
}

/** The person was found: a role that cannot be asked for now does not spoil the answer. */
async function roleOf(
  { log }: LookupDeps,
  network: NationalNetwork,
  cns: string,
  cnes: string,
  as: { practitionerCns: string },
): Promise<string | null> {
  try {
    return (await network.findRole(cns, cnes, as))?.cbo[0] ?? null
  } catch (error) {
    if (!isAppError(error)) throw error
    log.warn('rnds.role_not_asked', { code: error.code })
    return null
  }
}

async function specialtyOf({ terminology }: LookupDeps, cbo: string | null) {
  if (!cbo) return null
  return (await terminology.find('CBO', cbo))?.display ?? null
}

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
function isSomebodyElse(found: NetworkPatient, cpf: string): boolean {
  return found.cpf !== null && found.cpf !== cpf
}
