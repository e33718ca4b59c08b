/** A bundle at a glance: which resources it is made of, in its order. */
import type { Bundle, Resource } from '../../../../core/fhir/types.ts'
import { isObject } from '../../../../core/rnds/outcome.ts'

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
    meaning: meaningOf(resource),
    detail: detailOf(resource),
  }))
}

const MEANINGS: Partial<Record<string, string>> = {
  Composition: 'Documento',
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

/** LOINC, as far as a RAC has room for them (RNDS.md §7.6). */
const OBSERVATIONS: Partial<Record<string, string>> = {
  '48767-8': 'Motivo do atendimento',
  '8480-6': 'Pressão sistólica',
  '8462-4': 'Pressão diastólica',
  '29463-7': 'Peso',
  '8302-2': 'Altura',
  '9843-4': 'Perímetro cefálico',
  '8280-0': 'Circunferência abdominal',
}

function meaningOf({ resourceType, code, title }: Resource): string {
  if (typeof title === 'string') return title
  const observed = resourceType === 'Observation' && OBSERVATIONS[codeOf(code) ?? '']
  return observed || (MEANINGS[resourceType] ?? resourceType)
}

function detailOf(resource: Resource): string | null {
  const { code, name, note, valueQuantity } = resource
  const { value, code: unit } = objectOf(valueQuantity)
  if (value !== undefined) return [value, unit].filter(Boolean).join(' ')
  const { text } = objectOf(Array.isArray(note) ? note[0] : undefined)
  const found = [codeOf(code), text, name].find((one) => typeof one === 'string')
  return typeof found === 'string' ? found : null
}

function codeOf(concept: unknown): string | null {
  const { coding } = objectOf(concept)
  const { code } = objectOf(Array.isArray(coding) ? coding[0] : undefined)
  return typeof code === 'string' ? code : null
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
