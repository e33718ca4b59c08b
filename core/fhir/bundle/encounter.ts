import type { EncounterFacts, EncounterRecord } from '../clinical-record.ts'
import { EXTENSIONS, PROFILES, SYSTEMS } from '../terms.ts'
import type { Resource } from '../types.ts'
import type { DocumentShape } from './document-shape.ts'
import {
  concept,
  type EntryReference,
  establishmentReference,
  given,
  patientReference,
  resource,
  roleReference,
  to,
} from './parts.ts'

interface EncounterLinks {
  /** In order of importance. */
  conditions: EntryReference[]
  procedures: EntryReference[]
  reason: EntryReference | null
  location: EntryReference | null
}

/** BRContatoAssistencial-1.0 (RNDS.md §7.2). */
export function encounter(
  record: EncounterRecord,
  { telehealth }: Pick<DocumentShape, 'telehealth'>,
  links: EncounterLinks,
): Resource {
  const facts = record.encounter
  return {
    ...resource('Encounter', PROFILES.encounter),
    status: 'finished',
    class: { system: SYSTEMS.modality, code: facts.modality },
    ...given('type', facts.teleconsultation && telehealth ? [telehealth] : null),
    priority: concept(SYSTEMS.priority, facts.priority),
    subject: patientReference(record),
    participant: [participant(record)],
    period: { start: facts.start, end: facts.end },
    ...given('reasonReference', links.reason && [links.reason]),
    diagnosis: [
      ...links.conditions.map(diagnosis),
      ...links.procedures.map((procedure) => financed(procedure, facts.financing)),
    ],
    hospitalization: {
      ...given('extension', otherInformation(facts)),
      admitSource: concept(SYSTEMS.admissionSource, facts.admissionSource),
      dischargeDisposition: concept(SYSTEMS.outcome, facts.outcome),
    },
    ...given('location', links.location && [{ location: links.location }]),
    serviceProvider: establishmentReference(record),
  }
}

function participant(record: EncounterRecord) {
  const { cbo, team } = record.encounter
  return {
    extension: [
      { url: EXTENSIONS.occupation, valueCodeableConcept: concept(SYSTEMS.cbo, cbo) },
      ...(team === null ? [] : [{ url: EXTENSIONS.team, valueInteger: team }]),
    ],
    type: [concept(SYSTEMS.responsibility, 'atendimento')],
    individual: roleReference(record),
  }
}

/**
 * Rank 1 marks the principal one; the roles are those of a bundle that the network's validator took
 * (RNDS.md §7.2).
 */
function diagnosis(condition: EntryReference, index: number) {
  return {
    condition: to(condition),
    use: concept(SYSTEMS.diagnosisRole, index === 0 ? 'AD' : 'CM'),
    rank: index + 1,
  }
}

/** Procedures stand among the diagnoses because there the financing has its place. */
function financed(procedure: EntryReference, financing: string) {
  return {
    condition: {
      extension: [
        {
          url: EXTENSIONS.financing,
          valueCodeableConcept: concept(SYSTEMS.financing, financing),
        },
      ],
      ...to(procedure),
    },
  }
}

function otherInformation({ otherInformation: text, start }: EncounterFacts) {
  return text === null
    ? null
    : [{ url: EXTENSIONS.otherInformation, valueAnnotation: { time: start, text } }]
}
