import type { Consultation } from '../../../core/consultation/consultation.ts'
import type { Prepared } from '../../../core/consultation/prepare-consultation.ts'
import { type VisitFacts, wireFacts } from '../../../core/consultation/visit-facts.ts'
import type { Ehr } from '../../../core/contract/api.ts'
import { presentUse } from '../../../core/input-use/input-use.ts'
import { isText, textUse } from '../../../core/visit-use/text-use.ts'

/** A consultation in the wire's names. */
export function presentEhr(consultation: Consultation): Ehr {
  const { consent } = consultation
  return {
    id: consultation.id,
    consultation_id: consultation.externalConsultationId,
    doctor_id: consultation.externalDoctorId,
    patient_id: consultation.externalPatientId,
    type: consultation.type,
    status: consultation.status,
    name: consultation.name,
    consent: {
      status: consent.status,
      recorded_at: consent.recordedAt?.toISOString() ?? null,
      method: consent.method,
      recorded_by: consent.recordedBy,
    },
    context_markdown: consultation.contextMarkdown,
    background_history: consultation.backgroundHistory,
    ...presentUnread(consultation),
    ...presentVisit(consultation.visit),
    recorded_ms: consultation.recordedMs,
    finished_at: consultation.finishedAt?.toISOString() ?? null,
    ...(consultation.erased && { erased: presentErased(consultation.erased) }),
    version: consultation.version,
    created_at: consultation.createdAt.toISOString(),
    updated_at: consultation.updatedAt.toISOString(),
  }
}

export function presentPreparedEhr({
  consultation,
  contextStored,
  backgroundHistoryStored,
}: Prepared) {
  const { id, consultation_id, doctor_id, patient_id, type, status, created_at } =
    presentEhr(consultation)
  return {
    id,
    consultation_id,
    doctor_id,
    patient_id,
    type,
    status,
    created_at,
    ...presentVisit(consultation.visit),
    context_stored: contextStored,
    background_history_stored: backgroundHistoryStored,
  }
}

function presentUnread({
  contextMarkdown,
  backgroundHistory,
}: Consultation): Pick<Ehr, 'texts_unread'> {
  const unread = [contextMarkdown, backgroundHistory]
    .filter(isText)
    .flatMap((text) => presentUse(textUse(text)).unused.map(({ message }) => message))
  return unread.length > 0 ? { texts_unread: [...new Set(unread)] } : {}
}

function presentVisit(visit: VisitFacts): Pick<Ehr, 'visit'> {
  return Object.keys(visit).length > 0 ? { visit: wireFacts(visit) } : {}
}

function presentErased({
  transcriptAt,
  contextAt,
  filesAt,
}: NonNullable<Consultation['erased']>): NonNullable<Ehr['erased']> {
  return {
    ...(transcriptAt && { transcript_at: transcriptAt.toISOString() }),
    ...(contextAt && { context_at: contextAt.toISOString() }),
    ...(filesAt && { files_at: filesAt.toISOString() }),
  }
}
