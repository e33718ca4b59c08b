/**
 * What is to be told is written in the transaction of what it tells of: either both are there or
 * neither. Where no administrator added an endpoint this is one look at an empty table.
 */
import type { Sequelize, Transaction } from 'sequelize'
import type { DocumentRecord } from '../../core/document/record/document-store.ts'
import type { Submission } from '../../core/rnds/submission.ts'
import { messageBody, type ToldDocument, type ToldRecord } from '../../core/webhooks/body.ts'
import type { WebhookContent, WebhookEvent } from '../../core/webhooks/endpoint.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { WebhookEndpointRow, WebhookMessageRow } from './webhook-rows.ts'

interface Deps {
  sequelize: Sequelize
  seal: ConsultationSeal
  newMessageId: () => string
  now: () => Date
  /** Once what was written counts. */
  onQueued: () => void
}

export interface WebhookOutbox {
  consultationCompleted(consultationId: string, transaction: Transaction): Promise<void>
  documentGenerated(document: DocumentRecord, transaction: Transaction): Promise<void>
  recordTold(
    event: 'rnds_waiting' | 'rnds_resumed',
    record: Submission,
    transaction: Transaction,
  ): Promise<void>
}

export function webhookMessageContext(id: string): string {
  return `webhook message ${id}`
}

export function webhookOutbox(deps: Deps): WebhookOutbox {
  const { sequelize, seal, newMessageId, now, onQueued } = deps
  const Endpoints = WebhookEndpointRow.attach(sequelize)
  const Messages = WebhookMessageRow.attach(sequelize)
  const Consultations = ConsultationRow.attach(sequelize)

  async function enqueue(
    event: WebhookEvent,
    consultationId: string,
    about: { document?: ToldDocument; record?: ToldRecord },
    transaction: Transaction,
  ): Promise<void> {
    const { document = null, record = null } = about
    if ((await Endpoints.count({ where: { state: 'enabled' }, transaction })) === 0) return
    const row = await Consultations.findByPk(consultationId, { transaction })
    if (!row) return
    const { organizationId, createdAt, recordedMs } = row
    const where = { organizationId, state: 'enabled' }
    const all = await Endpoints.findAll({ where, order: [['createdAt', 'ASC']], transaction })
    const endpoints = all.filter(({ events }) => events.split(' ').includes(event))
    if (endpoints.length === 0) return
    const ids = await seal.open(consultationId, 'consultation ids', row.sealedIds)
    const [externalConsultationId = '', externalDoctorId = '', externalPatientId = ''] = JSON.parse(
      ids,
    ) as string[]
    const consultation = {
      id: consultationId,
      organizationId,
      createdAt,
      recordedMs,
      externalConsultationId,
      externalDoctorId,
      externalPatientId,
    }
    const at = now()
    for (const endpoint of endpoints) {
      // The end of a visit has no content, whatever the endpoint is told.
      const content = document ? (endpoint.content as WebhookContent) : 'none'
      const id = newMessageId()
      const body = messageBody({ event, at, consultation, document, record, content }, base64)
      await Messages.create(
        {
          id,
          organizationId,
          endpointId: endpoint.id,
          consultationId,
          event,
          content,
          documentId: document?.id ?? null,
          state: 'pending',
          sealedBody: await seal.seal(consultationId, webhookMessageContext(id), body),
          attempts: 0,
          dueAt: at,
          leaseOwner: null,
          leaseExpiresAt: null,
          createdAt: at,
          endedAt: null,
        },
        { transaction },
      )
    }
    transaction.afterCommit(onQueued)
  }

  return {
    consultationCompleted: (consultationId, transaction) =>
      enqueue('consultation_completed', consultationId, {}, transaction),
    documentGenerated: (document, transaction) =>
      enqueue(
        'document_generated',
        document.consultationId,
        { document: toldOf(document) },
        transaction,
      ),
    recordTold(event, { id, consultationId, documentType, state, waiting }, transaction) {
      const record = { id, documentType, status: state, waiting }
      return enqueue(event, consultationId, { record }, transaction)
    },
  }
}

function toldOf({ id, template, status, updatedAt, markdown, content }: DocumentRecord) {
  return { id, type: template.slug, status, generatedAt: updatedAt, markdown, content }
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
