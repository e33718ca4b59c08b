import type { ConsultationStore } from '../consultation/ports.ts'
import { AppError, notFound, validationError } from '../errors.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import type { NetworkDocumentType, PatientNumbers } from '../fhir/clinical-record.ts'
import type { ProfileFinding } from '../fhir/finding.ts'
import type { Bundle } from '../fhir/types.ts'
import { type EstablishmentStore, rememberedCnes } from './compile-record/establishment.ts'
import type { BundleBuilder, CheckBundle, CompileRecord, FindProfiles } from './ports.ts'

interface Deps {
  consultations: Pick<ConsultationStore, 'find'>
  establishments: Pick<EstablishmentStore, 'find'>
  compile: CompileRecord
  builder: Pick<BundleBuilder, 'build'>
  profiles: FindProfiles
  check: CheckBundle
  now: () => Date
  newId: () => string
}

export interface PreflightRequest {
  organizationId: string
  consultationId: string
  documentType: NetworkDocumentType
  patient: PatientNumbers
  practitionerCns: string
  cnes: string | null
}

export type Preflight = ReturnType<typeof preflight>

/**
 * For the operator: what the network would say of a consultation's record, were it sent now.
 * Nothing is sent, nothing is stored.
 * @throws {AppError} `not_found`, `validation_error` and what else keeps it from being compiled
 */
export function preflight(deps: Deps) {
  return async (
    request: PreflightRequest,
  ): Promise<{ bundle: Bundle; findings: ProfileFinding[] }> => {
    const { organizationId, consultationId, cnes: given, ...rest } = request
    const consultation = await deps.consultations.find(organizationId, consultationId)
    if (!consultation) throw notFound(`The organization has no consultation ${consultationId}.`)
    const establishment = await deps.establishments.find(organizationId)
    if (!establishment)
      throw new AppError(
        'not-found',
        'not_found',
        'The organization has no profile for the network. See: svcctl rnds profile set --help',
      )
    const cnes = given ?? rememberedCnes(establishment)
    if (!cnes) throw validationError([{ field: 'cnes', issue: 'required' }])

    const at = deps.now()
    const record = await deps.compile({
      ...rest,
      consultation,
      establishment,
      cnes,
      localId: deps.newId(),
      replaces: null,
      at,
    })
    const { rules } = await deps.profiles(rest.documentType, brasiliaDate(at))
    const bundle = await deps.builder.build(record, at, rules)
    return { bundle, findings: await deps.check(bundle, { spellings: record.spellings }) }
  }
}
