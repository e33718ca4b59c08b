/**
 * The pieces that resources are made of. The profiles prohibit nearly everything beside the bare
 * facts (no display, no text, no use, no ids), so pieces are built from what is allowed and nothing
 * is ever deleted (RNDS.md §5.2, §5.5).
 */
import type { ClinicalRecord, NetworkDocumentType } from '../clinical-record.ts'
import { PARTIES, SYSTEMS } from '../terms.ts'
import type { BundleEntry, Resource } from '../types.ts'

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

interface CompositionFacts {
  profile: string
  type: NetworkDocumentType
  /** Some profiles fix it. */
  title: string
  /** Only a RAC has one. */
  modality?: string
  /** The entries of each section, in order: a section holds nothing else (RNDS.md §7.1). */
  sections: EntryReference[][]
  /** Network id of the version that this one replaces; only in the root (ERR811). */
  replaces: string | null
}

/**
 * What the compositions of all three document types have in common. `date` is when the record was
 * written, not when it is sent.
 */
export function composition(record: ClinicalRecord, facts: CompositionFacts): Resource {
  return {
    ...resource('Composition', facts.profile),
    status: 'final',
    type: concept(SYSTEMS.documentType, facts.type),
    ...(facts.modality === undefined
      ? {}
      : { category: [concept(SYSTEMS.modality, facts.modality)] }),
    subject: patientReference(record),
    date: record.generatedAt,
    author: [establishmentReference(record)],
    title: facts.title,
    ...given('relatesTo', replacement(facts.replaces)),
    section: facts.sections.map((entries) => ({ entry: entries.map(to) })),
  }
}

/** `Composition/`, although the id is that of the bundle (RNDS.md §4.2). */
function replacement(networkId: string | null) {
  return networkId === null
    ? null
    : [{ code: 'replaces', targetReference: { reference: `Composition/${networkId}` } }]
}

/** A reference to another entry of the same bundle: nothing else may stand in it (RNDS.md §5.1). */
export interface EntryReference {
  reference: string
}

/** A place in the bundle whose resource names entries that come after it. */
interface EntrySlot extends EntryReference {
  fill(resource: Resource): void
}

export type TransientEntries = ReturnType<typeof transientEntries>

/**
 * Numbers the entries of a bundle in the order in which they are asked for:
 * `urn:uuid:transient-<index>`. The network refuses other orders (ERR921).
 */
export function transientEntries() {
  const resources: (Resource | undefined)[] = []

  function reserve(): EntrySlot {
    const index = resources.push(undefined) - 1
    return {
      reference: fullUrl(index),
      fill(resource) {
        resources[index] = resource
      },
    }
  }

  return {
    reserve,
    add(resource: Resource): EntryReference {
      const slot = reserve()
      slot.fill(resource)
      return { reference: slot.reference }
    },
    list(): BundleEntry[] {
      return resources.map((resource, index) => {
        if (!resource) throw new Error(`entry ${index} was reserved and never filled`)
        return { fullUrl: fullUrl(index), resource }
      })
    },
  }
}

function fullUrl(index: number): string {
  return `urn:uuid:transient-${index}`
}
