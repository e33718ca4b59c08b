import type { ClinicalRecord } from '../clinical-record.ts'
import type { PreparedRules } from '../profile/prepare-rules.ts'
import { requesterSystem } from '../terms.ts'
import type { Bundle } from '../types.ts'
import { brasiliaTime } from './brasilia-time.ts'
import { shapeOf } from './document-shape.ts'
import { addEncounterRecord } from './encounter-record.ts'
import { addLaboratory } from './laboratory.ts'
import { transientEntries } from './parts.ts'
import { addPrescription } from './prescription.ts'

/**
 * The document bundle of a record, by mapping alone: nothing is looked up and nothing is judged
 * (spec §1.5, RNDS.md §5).
 * @param at when it is sent; `restamp` when that turns out to be later
 * @param rules of the profiles in force, where they say what the shape is; without them as the
 * built-in ones do
 */
export function buildBundle(record: ClinicalRecord, at: Date, rules?: PreparedRules): Bundle {
  const entries = transientEntries()
  const shape = shapeOf(record.documentType, rules)
  if (record.documentType === 'RAC') addEncounterRecord(entries, record, shape)
  else if (record.documentType === 'REL') addLaboratory(entries, record)
  else addPrescription(entries, record, shape.prescription, record.replaces)
  return {
    resourceType: 'Bundle',
    meta: { lastUpdated: brasiliaTime(at) },
    identifier: { system: requesterSystem(record.requesterId), value: record.localId },
    type: 'document',
    timestamp: brasiliaTime(at),
    entry: entries.list(),
  }
}

/**
 * The same document, sent later: the network takes only a timestamp of today (ERR807, ERR808). What
 * the record says, its `Composition.date` too, stays as it was written.
 */
export function restamp(bundle: Bundle, at: Date): Bundle {
  return { ...bundle, meta: { lastUpdated: brasiliaTime(at) }, timestamp: brasiliaTime(at) }
}
