import type { LaboratoryRecord, LaboratoryResult } from '../clinical-record.ts'
import { PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { composition } from './composition.ts'
import { laboratoryResult, specimen } from './laboratory-result.ts'
import { concept, patientReference, resource, to } from './parts.ts'
import type { EntryReference, TransientEntries } from './transient-entries.ts'

/**
 * BRResultadoExameLaboratorial-3.2.1 (RNDS.md §9.2): a section per suspicion, which holds its
 * condition and the results that examine it. Each result is followed by its specimen.
 */
export function addLaboratory(entries: TransientEntries, record: LaboratoryRecord): void {
  const root = entries.reserve()
  const suspicions = [...new Set(record.laboratory.map(({ suspicion }) => suspicion))]
  const sections = suspicions.map((suspicion) => {
    const condition = entries.reserve()
    const results = record.laboratory
      .filter((result) => result.suspicion === suspicion)
      .map((result) => addResult(entries, record, result))
    condition.fill(suspected(record, suspicion, results))
    return [condition, ...results]
  })
  root.fill(
    composition(record, {
      profile: PROFILES.laboratoryRecord,
      type: 'REL',
      title: 'Resultado de Exame Laboratorial',
      sections,
      replaces: record.replaces,
    }),
  )
}

function addResult(
  entries: TransientEntries,
  record: LaboratoryRecord,
  result: LaboratoryResult,
): EntryReference {
  const slot = entries.reserve()
  slot.fill(laboratoryResult(record, result, entries.add(specimen(result))))
  return slot
}

/** BRCondicaoSaude (RNDS.md §9.3). Whether the suspicion is confirmed is for the results to say. */
function suspected(
  record: LaboratoryRecord,
  code: string,
  results: readonly EntryReference[],
): Resource {
  return {
    ...resource('Condition', PROFILES.laboratorySuspicion),
    code: concept(SYSTEMS.cid10, code),
    subject: patientReference(record),
    stage: results.map((result) => ({ assessment: [to(result)] })),
  }
}
