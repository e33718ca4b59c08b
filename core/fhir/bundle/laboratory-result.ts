import type { LaboratoryRecord, LaboratoryResult } from '../clinical-record.ts'
import { EXTENSIONS, PROFILES, qualitativeSystem, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, establishmentReference, given, patientReference, resource, to } from './parts.ts'
import type { EntryReference } from './transient-entries.ts'

/** BRDiagnosticoLaboratorioClinico-3.2.1 (RNDS.md §9.4). */
export function laboratoryResult(
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
export function specimen({ specimen: type }: LaboratoryResult): Resource {
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
