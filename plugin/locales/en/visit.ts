import type { VisitWords } from '../pt-BR/visit.ts'

export const visit: VisitWords = {
  title: 'This visit for the RNDS',
  fields: {
    modality: 'Kind of care',
    priority: 'Priority',
    origin: 'Origin',
    outcome: 'Outcome',
    financing: 'Financing',
    procedure: 'Procedure of the visit',
  },
  usual: (name: string) => `${name} (usual here)`,
  choose: 'Choose…',
  missing: 'To be chosen',
  procedureHint: 'SIGTAP or TUSS code, or words',
  back: 'Use what is usual here',
  sent: (name: string) => `The hospital’s system sent “${name}”, and a correction repeats that.`,
  sentBefore: (name: string) => `“${name}” was sent. The next correction takes your choice.`,
  occupation: 'In which occupation did you see the patient?',
  occupationNote: 'The RNDS knows several in this establishment. The record waits for the choice.',
  records: {
    pending: 'On its way to the RNDS',
    accepted: 'In the RNDS',
    rejected: 'Refused by the RNDS',
    replaced: 'Replaced in the RNDS',
    deleted: 'Deleted from the RNDS',
  },
  waits: (since: string, next: string | null) =>
    `Waiting since ${since}${next ? `; next attempt: ${next}` : ''}.`,
  changedSince: 'What is changed here counts for the next record or correction.',
  loadFailed: 'What is told to the RNDS of this visit could not be read.',
  saveFailed: 'The choice could not be saved. Try again.',
}
