import type { EncounterRecord, PerformedProcedure } from '../clinical-record.ts'
import { EXTENSIONS, PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, note, patientReference, resource, roleReference } from './parts.ts'

/**
 * BRProcedimentoRealizado-1.0 (RNDS.md §7.5). Performed when the encounter began, as ERR794 wants
 * it.
 */
export function procedure(record: EncounterRecord, performed: PerformedProcedure): Resource {
  const { cbo, team, start } = record.encounter
  const system = performed.system === 'SIGTAP' ? SYSTEMS.sigtap : SYSTEMS.tuss
  return {
    ...resource('Procedure', PROFILES.procedure),
    extension: [{ url: EXTENSIONS.quantity, valuePositiveInt: performed.quantity }],
    status: 'completed',
    code: concept(system, performed.code),
    subject: patientReference(record),
    performedDateTime: start,
    performer: [
      {
        ...(team === null ? {} : { extension: [{ url: EXTENSIONS.team, valueInteger: team }] }),
        function: concept(SYSTEMS.cbo, cbo),
        actor: roleReference(record),
      },
    ],
    ...note(performed.note),
  }
}
