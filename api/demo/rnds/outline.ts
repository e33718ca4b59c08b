/** A bundle at a glance: which resources it is made of, in its order. */
import type { Bundle, Resource } from '../../../core/fhir/types.ts'

export interface OutlineLine {
  resourceType: string
  /** pt-BR. */
  meaning: string
  /** A code or a few words of it; null where the resource has none. */
  detail: string | null
}

export function outlineOf({ entry }: Bundle): OutlineLine[] {
  return entry.map(({ resource }) => ({
    resourceType: resource.resourceType,
    meaning: MEANINGS[resource.resourceType] ?? resource.resourceType,
    detail: detailOf(resource),
  }))
}

const MEANINGS: Partial<Record<string, string>> = {
  Composition: 'Documento: partes e responsáveis',
  Encounter: 'Atendimento',
  Condition: 'Diagnóstico',
  Procedure: 'Procedimento',
  Observation: 'Observação',
  AllergyIntolerance: 'Alergia',
  Medication: 'Medicamento',
  MedicationRequest: 'Prescrição',
  CarePlan: 'Plano de cuidados',
  Location: 'Local do atendimento',
}

function detailOf({ code, medicationCodeableConcept, valueQuantity }: Resource): string | null {
  const named = textOf(code) ?? textOf(medicationCodeableConcept)
  const { value, unit } = objectOf(valueQuantity)
  const measured = value === undefined ? null : [value, unit].filter(Boolean).join(' ')
  return [named, measured].filter(Boolean).join(' = ') || null
}

function textOf(concept: unknown): string | null {
  const { coding, text } = objectOf(concept)
  const first = objectOf(Array.isArray(coding) ? coding[0] : undefined)
  const found = first.code ?? text
  return typeof found === 'string' ? found : null
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
