import type { DocumentStore } from '../document/record/document-store.ts'
import { isAppError } from '../errors.ts'
import type { DiagnosisStore, ProcedureStore } from '../terminology/ports.ts'
import { compileRecord } from './compile-record/compile-record.ts'
import type { NetworkOf } from './network.ts'
import type { CompileRecord, CompileRequest } from './ports.ts'

interface Deps {
  documents: Pick<DocumentStore, 'list'>
  diagnoses: Pick<DiagnosisStore, 'list'>
  procedures: Pick<ProcedureStore, 'list'>
  networkOf: NetworkOf
}

/** Gathers what a consultation's record is made of, and compiles it. */
export function submissionCompile({
  documents,
  diagnoses,
  procedures,
  networkOf,
}: Deps): CompileRecord {
  return async (request) => {
    const { consultation, establishment, documentType, at, ...numbers } = request
    return compileRecord({
      documentType,
      request: numbers,
      establishment,
      consultation,
      documents: await documents.list(consultation.id),
      diagnoses: await diagnoses.list(consultation.id),
      procedures: await procedures.list(consultation.id),
      role: await roleOf(networkOf, request),
      now: at,
    })
  }
}

/**
 * The practitioner's occupations, from the network only where the profile names none: a record must
 * not say something else because the network was away for a moment.
 */
async function roleOf(
  networkOf: NetworkOf,
  { establishment, documentType, practitionerCns, cnes }: CompileRequest,
): Promise<readonly string[] | null> {
  if (establishment.defaults.cbo || documentType !== 'RAC') return null
  try {
    const network = await networkOf(establishment.organizationId)
    const role = await network.findRole(practitionerCns, cnes, { practitionerCns })
    return role?.cbo ?? []
  } catch (error) {
    if (!isAppError(error)) throw error
    return null
  }
}
