import type { DocumentStore } from '../document/record/document-store.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import { SYSTEMS } from '../fhir/terms.ts'
import type { DiagnosisStore, ProcedureStore } from '../terminology/ports.ts'
import { factsOfVisit } from './compile-record/told-facts.ts'
import type { KnownRoles } from './known-roles.ts'
import { isObject } from './outcome.ts'
import type { CompileRecord, CompileRequest, FindProfiles, RecordMaking } from './ports.ts'
import type { ProfessionalStore } from './professional.ts'
import { ROOTS } from './profile-package.ts'

interface Deps {
  documents: Pick<DocumentStore, 'list'>
  diagnoses: Pick<DiagnosisStore, 'list'>
  procedures: Pick<ProcedureStore, 'list'>
  roles: KnownRoles
  professionals: Pick<ProfessionalStore, 'findByCns'>
  profiles: FindProfiles
  make: RecordMaking['compile']
}

/** Gathers what a consultation's record is made of, and compiles it. */
export function submissionCompile({
  documents,
  diagnoses,
  procedures,
  roles,
  professionals,
  profiles,
  make,
}: Deps): CompileRecord {
  return async (request) => {
    const { consultation, establishment, documentType, at, earlier, wasRefused, ...numbers } =
      request
    const isOfAnother =
      request.replaces !== null && earlier?.practitionerCns !== request.practitionerCns
    const told = factsOfVisit(consultation.visit, request.told, { isOfAnother })
    const { organizationId } = establishment
    const { practitionerCns, cnes } = request
    const place = { organizationId, practitionerCns, cnes }
    const known =
      documentType === 'RAC'
        ? await roles.find(place, { cbo: told.cbo, isRefused: wasRefused })
        : null
    const own = await professionals.findByCns(organizationId, practitionerCns)
    const { rules } = await profiles(documentType, brasiliaDate(at))
    return make({
      documentType,
      hasProfile: rules.profiles.has(ROOTS[documentType]),
      request: { ...numbers, told, toldBy: request.told?.cbo === undefined ? 'visit' : 'call' },
      establishment,
      consultation,
      documents: await documents.list(consultation.id),
      diagnoses: await diagnoses.list(consultation.id),
      procedures: await procedures.list(consultation.id),
      role: known?.choices ?? null,
      earlierCbo: earlierOccupation(request),
      ownCbo: own?.cbo ?? null,
      now: at,
    })
  }
}

/**
 * The occupation in what was made of the visit before: the same content must say the same while the
 * network cannot be asked. Null of another practitioner or establishment.
 */
function earlierOccupation({ earlier, practitionerCns, cnes }: CompileRequest): string | null {
  if (earlier?.practitionerCns !== practitionerCns || earlier.cnes !== cnes) return null
  for (const { resource } of earlier.bundle.entry) {
    const code = resource.resourceType === 'Encounter' && occupationIn(resource)
    if (code) return code
  }
  return null
}

function occupationIn(value: unknown): string | null {
  if (!isObject(value) && !Array.isArray(value)) return null
  if (isObject(value) && value.system === SYSTEMS.cbo && typeof value.code === 'string')
    return value.code
  for (const inner of Object.values(value)) {
    const code = occupationIn(inner)
    if (code) return code
  }
  return null
}
