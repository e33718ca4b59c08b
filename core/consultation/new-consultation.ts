import type { Consultation } from './consultation.ts'

type Given = Pick<
  Consultation,
  | 'id'
  | 'organizationId'
  | 'externalConsultationId'
  | 'externalDoctorId'
  | 'externalPatientId'
  | 'type'
  | 'language'
  | 'openedBy'
>

/** A consultation of which nothing was said, written or answered yet. */
export function newConsultation(given: Given, at: Date): Consultation {
  return {
    ...given,
    status: 'open',
    name: null,
    visit: {},
    consent: { status: 'not_recorded', recordedAt: null, recordedBy: null, method: null },
    contextMarkdown: '',
    backgroundHistory: null,
    backgroundHistorySetAt: null,
    recordedMs: 0,
    finishedAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
}
