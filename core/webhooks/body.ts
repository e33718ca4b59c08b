/**
 * What a message says (SPEC-GAPS 1.10), in the names of the public interface's earlier version: ids
 * alone, by which the host fetches the rest in the browser, or with the document itself where an
 * administrator asked for that.
 */
import type { WebhookContent, WebhookEvent } from './endpoint.ts'

export interface ToldConsultation {
  id: string
  organizationId: string
  /** By the host's identifiers. */
  externalConsultationId: string
  externalDoctorId: string
  externalPatientId: string
  createdAt: Date
  recordedMs: number
}

export interface ToldDocument {
  id: string
  /** The model's short name. */
  type: string
  status: string
  generatedAt: Date
  markdown: string
  content: object
}

/** A record for the national network. */
export interface ToldRecord {
  id: string
  documentType: string
  status: string
  waiting: { cause: string; since: Date } | null
}

interface Told {
  event: WebhookEvent
  at: Date
  consultation: ToldConsultation
  /** Null for what concerns the consultation alone. */
  document: ToldDocument | null
  record?: ToldRecord | null
  content: WebhookContent
}

/** @returns what goes out, byte for byte, at every attempt */
export function messageBody(told: Told, base64: (text: string) => string): string {
  const { event, at, consultation, document, record, content } = told
  return JSON.stringify({
    event_type: event,
    occurred_at: at.toISOString(),
    organization_id: consultation.organizationId,
    ehr_id: consultation.id,
    consultation_id: consultation.externalConsultationId,
    patient_id: consultation.externalPatientId,
    doctor_id: consultation.externalDoctorId,
    ...(document && {
      document: {
        id: document.id,
        type: document.type,
        status: document.status,
        generated_at: document.generatedAt.toISOString(),
        ...contentOf(document, content, base64),
      },
    }),
    ...(record && {
      rnds_record: {
        id: record.id,
        document_type: record.documentType,
        status: record.status,
        ...(record.waiting && {
          waiting: { code: record.waiting.cause, since: record.waiting.since.toISOString() },
        }),
      },
    }),
    metadata: {
      consultation_date: consultation.createdAt.toISOString(),
      consultation_duration: Math.round(consultation.recordedMs / 1000),
    },
  })
}

function contentOf(
  { markdown, content: fields }: ToldDocument,
  content: WebhookContent,
  base64: (text: string) => string,
) {
  if (content === 'none') return {}
  return content === 'json'
    ? { content_type: 'application/json', content: base64(JSON.stringify(fields)) }
    : { content_type: 'text/markdown; charset=utf-8', content: base64(markdown) }
}

/** What `svcctl webhook test` sends. */
export function testBody(endpointId: string, organizationId: string, at: Date): string {
  return JSON.stringify({
    event_type: 'test',
    occurred_at: at.toISOString(),
    organization_id: organizationId,
    endpoint_id: endpointId,
  })
}
