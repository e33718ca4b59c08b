import type { ClinicalRecord, NetworkDocumentType } from '../clinical-record.ts'
import { SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import { concept, establishmentReference, given, patientReference, resource, to } from './parts.ts'
import type { EntryReference } from './transient-entries.ts'

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
