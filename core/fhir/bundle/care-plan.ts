import type { EncounterRecord } from '../clinical-record.ts'
import { PROFILES } from '../terms.ts'
import type { Resource } from '../types.ts'
import { patientReference, resource } from './parts.ts'

/** BRPlanoCuidados-1.0 (RNDS.md §7.9). */
export function carePlan(record: EncounterRecord, description: string): Resource {
  return {
    ...resource('CarePlan', PROFILES.carePlan),
    status: 'active',
    intent: 'plan',
    description,
    subject: patientReference(record),
  }
}
