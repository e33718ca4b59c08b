import type { DocumentStore } from '../document/record/document-store.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import { SYSTEMS } from '../fhir/terms.ts'
import type { DiagnosisStore, ProcedureStore, Terminology } from '../terminology/ports.ts'
import { compileRecord } from './compile-record/compile-record.ts'
import { knownRoles } from './known-roles.ts'
import type { NetworkOf } from './network.ts'
import { isObject } from './outcome.ts'
import type { CompileRecord, CompileRequest, FindProfiles } from './ports.ts'
import { ROOTS } from './profile-package.ts'

interface Deps {
  documents: Pick<DocumentStore, 'list'>
  diagnoses: Pick<DiagnosisStore, 'list'>
  procedures: Pick<ProcedureStore, 'list'>
  networkOf: NetworkOf
  terminology: Pick<Terminology, 'find'>
  profiles: FindProfiles
}

/** Gathers what a consultation's record is made of, and compiles it. */
export function submissionCompile({
  documents,
  diagnoses,
  procedures,
  networkOf,
  terminology,
  profiles,
}: Deps): CompileRecord {
  const roles = knownRoles({ networkOf, terminology })
  return async (request) => {
    const { consultation, establishment, documentType, at, earlier, ...numbers } = request
    const { rules } = await profiles(documentType, brasiliaDate(at))
    return compileRecord({
      documentType,
      hasProfile: rules.profiles.has(ROOTS[documentType]),
      request: numbers,
      establishment,
      consultation,
      documents: await documents.list(consultation.id),
      diagnoses: await diagnoses.list(consultation.id),
      procedures: await procedures.list(consultation.id),
      role: documentType === 'RAC' ? await roles.find(request) : null,
      earlierCbo: earlierOccupation(request),
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
