import { Router } from '@koa/router'
import type { Consultation } from '../../../core/consultation/consultation.ts'
import type { Prepared } from '../../../core/consultation/prepare-consultation.ts'
import type { ConsultationUseCases } from '../../../core/consultation/use-cases.ts'
import { type VisitFacts, wireFacts } from '../../../core/consultation/visit-facts.ts'
import type { Ehr } from '../../../core/contract/api.ts'
import { presentUse } from '../../../core/input-use/input-use.ts'
import {
  isText,
  patchedTextUses,
  preparedTextUses,
  textUse,
} from '../../../core/visit-use/text-use.ts'
import { useFacts } from '../../../core/visit-use/use-facts.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { readInput } from '../../read-input.ts'
import { SessionInfoBody } from '../session/routes.ts'
import { EhrBody, GetEhr, OpenEhr, PatchEhr, PatchedEhrBody } from './schema.ts'

/**
 * Consultations as the plugin opens and changes them. There is no list and no search (spec §1.4).
 */
export function ehrRoutes(consultations: ConsultationUseCases): Router<ApiState> {
  return new Router<ApiState>()
    .put('/ehrs/by-external-id', async (ctx) => {
      const input = readInput(OpenEhr, ctx)
      const opened = await consultations.prepareConsultation(principalOf(ctx), input)
      ctx.status = opened.created ? 201 : 200
      noteTexts(ctx, preparedTextUses(input, opened))
      ctx.body = presentEhr(opened.consultation)
    })
    .get('/ehrs/:id', async (ctx) => {
      const ehrId = readInput(GetEhr, ctx)
      ctx.body = presentEhr(await consultations.openConsultation(principalOf(ctx), ehrId))
    })
    .patch('/ehrs/:id', async (ctx) => {
      const { ehrId, patch } = readInput(PatchEhr, ctx)
      const result = await consultations.patchConsultation(principalOf(ctx), ehrId, patch)
      const { applied, reason } = result
      noteTexts(ctx, patchedTextUses(patch, result))
      ctx.body = { ...presentEhr(result.consultation), applied, reason }
    })
}

/** The plugin's session and consultations. */
export const consultationDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/session/validate',
    summary: 'Who the token stands for, until when, and what the appliance can do now',
    tag: 'service',
    security: 'bearer',
    responses: { 200: { description: 'The session', schema: SessionInfoBody } },
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/by-external-id',
    summary: 'Open the consultation with these host identifiers, or create it',
    tag: 'consultations',
    security: 'bearer',
    input: OpenEhr,
    responses: {
      200: { description: 'It existed', schema: EhrBody },
      201: { description: 'It was created', schema: EhrBody },
    },
    errors: ['identifier_mismatch', 'forbidden'],
  },
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}',
    summary: 'One consultation',
    tag: 'consultations',
    security: 'bearer',
    input: GetEhr,
    responses: { 200: { description: 'The consultation', schema: EhrBody } },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/v1/ehrs/{id}',
    summary: 'Change type, consent, context or background history',
    tag: 'consultations',
    security: 'bearer',
    input: PatchEhr,
    responses: { 200: { description: 'The consultation as it is now', schema: PatchedEhrBody } },
    errors: ['not_found', 'version_conflict', 'type_locked'],
  },
]

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

/** Into the audit: how many texts were handed over, and what of them was not used. */
export function noteTexts(ctx: { state: ApiState }, uses: Parameters<typeof useFacts>[0]): void {
  if (uses.length > 0) ctx.state.auditFacts = { ...ctx.state.auditFacts, ...useFacts(uses) }
}
