import type { LaboratoryRecord, LaboratoryResult } from '../clinical-record.ts'
import { EXTENSIONS, PROFILES, qualitativeSystem, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import {
  composition,
  concept,
  type EntryReference,
  establishmentReference,
  given,
  patientReference,
  resource,
  type TransientEntries,
  to,
} from './parts.ts'

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

/** BRDiagnosticoLaboratorioClinico-3.2.1 (RNDS.md §9.4). */
function laboratoryResult(
  record: LaboratoryRecord,
  result: LaboratoryResult,
  specimenEntry: EntryReference,
): Resource {
  const exams = result.exam.system === 'LOINC' ? SYSTEMS.examLoinc : SYSTEMS.examGal
  return {
    ...resource('Observation', PROFILES.laboratoryResult),
    ...given('extension', pathogen(result.pathogen)),
    status: 'final',
    category: [concept(SYSTEMS.examGroup, result.category)],
    code: concept(exams, result.exam.code),
    subject: patientReference(record),
    effectiveDateTime: result.collectedAt,
    issued: result.issuedAt,
    performer: [establishmentReference(record)],
    ...value(result.value, record.spellings),
    method: { text: result.method },
    specimen: to(specimenEntry),
    referenceRange: [{ text: result.referenceRange }],
  }
}

/** Of HL7's table 0487: whole blood, serum, plasma. */
const COMMON_SPECIMENS: ReadonlySet<string> = new Set(['WB', 'SER', 'PLAS'])

/** BRAmostraBiologica-1.0 (RNDS.md §9.5). */
function specimen({ specimen: type }: LaboratoryResult): Resource {
  const system = COMMON_SPECIMENS.has(type) ? SYSTEMS.commonSpecimen : SYSTEMS.specimen
  return { ...resource('Specimen', PROFILES.specimen), type: concept(system, type) }
}

function pathogen(code: string | null) {
  return code === null
    ? null
    : [{ url: EXTENSIONS.pathogen, valueCodeableConcept: concept(SYSTEMS.pathogen, code) }]
}

function value(result: LaboratoryResult['value'], { ucum }: LaboratoryRecord['spellings']) {
  if ('scale' in result)
    return { valueCodeableConcept: concept(qualitativeSystem(result.scale), result.code) }
  return {
    valueQuantity: { value: result.quantity, system: ucum, code: result.unit },
    interpretation: [concept(qualitativeSystem('plain'), result.interpretation)],
  }
}
