/**
 * The pieces that resources are made of. The profiles prohibit nearly everything beside the bare
 * facts (no display, no text, no use, no ids), so pieces are built from what is allowed and nothing
 * is ever deleted (RNDS.md §5.2, §5.5).
 */
import type { ClinicalRecord } from '../clinical-record.ts'
import { PARTIES } from '../terms.ts'
import type { Resource } from '../types.ts'
import type { EntryReference } from './transient-entries.ts'

export interface Coding {
  system: string
  code: string
}

export interface CodeableConcept {
  coding: [Coding]
}

/**
 * A reference to somebody who is not in the bundle: the profile of what is meant, and the number.
 */
export interface LogicalReference {
  identifier: { system: string; value: string }
}

type Head = Pick<ClinicalRecord, 'patient' | 'practitioner' | 'cnes'>

/** The beginning of every resource: one profile, no id. */
export function resource(resourceType: string, profile: string): Resource {
  return { resourceType, meta: { profile: [profile] } }
}

/** Exactly one coding, of system and code. */
export function concept(system: string, code: string): CodeableConcept {
  return { coding: [{ system, code }] }
}

/** By CNS where it is known: the network knows people by it; by CPF otherwise (RNDS.md §5.2). */
export function patientReference({ patient }: Pick<Head, 'patient'>): LogicalReference {
  return logical(PARTIES.patient, patient.cns ?? patient.cpf ?? '')
}

export function establishmentReference({ cnes }: Pick<Head, 'cnes'>): LogicalReference {
  return logical(PARTIES.establishment, cnes)
}

export function practitionerReference({ practitioner }: Pick<Head, 'practitioner'>) {
  return logical(PARTIES.practitioner, practitioner.cns)
}

/** The practitioner as somebody who works in this establishment. */
export function roleReference({ practitioner, cnes }: Pick<Head, 'practitioner' | 'cnes'>) {
  return logical(PARTIES.practitionerRole, `${practitioner.cns}-${cnes}`)
}

/** An element that is left out where there is nothing to say. */
export function given<T>(element: string, value: T | null): Record<string, T> {
  return value === null ? {} : { [element]: value }
}

/** `note` as the profiles take it: one annotation, text only. */
export function note(text: string | null) {
  return given('note', text === null ? null : [{ text }])
}

/** The bare reference of a slot, without its `fill`. */
export function to({ reference }: EntryReference): EntryReference {
  return { reference }
}

function logical(system: string, value: string): LogicalReference {
  return { identifier: { system, value } }
}
