import { Router } from '@koa/router'
import { z } from 'zod'
import type { Credential } from '../../core/access/access.ts'
import type { IssueToken } from '../../core/access/issue-token.ts'
import { reachOf } from '../../core/access/principal.ts'
import type { PrepareConsultation } from '../../core/consultation/prepare-consultation.ts'
import { preparedTextUses } from '../../core/visit-use/text-use.ts'
import { answerJson } from '../answer-json.ts'
import { type ApiState, credentialOf } from '../context.ts'
import type { RouteDescription } from '../describe-route.ts'
import { HostId, HostText } from '../input-fields.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import type { RateLimits } from '../rate-limits.ts'
import { readInput } from '../read-input.ts'
import { noteTexts, presentPreparedEhr } from '../v1/ehrs/routes.ts'
import { PreparedEhrBody, PrepareEhr } from '../v1/ehrs/schema.ts'

/**
 * Spec §4.1: the wire's names come in, ours go out. `patient_id` and `consultation_id` are ours
 * (SPEC-GAPS C3).
 */
const CreateSessionToken = z
  .object({
    body: z.object({
      /**
       * Seconds (spec §8); without it, or as null, the operator's default, 43200 unless lowered.
       */
      expiration: z.int().min(1800).max(86_400).nullish(),
      doctor_id: HostText.nullish(),
      /**
       * These narrow what the token opens: a host that has nothing to say here must not get a token
       * for everything.
       */
      patient_id: HostText.min(1).optional(),
      consultation_id: HostText.min(1).optional(),
      /** Ours too: absent, one that names a doctor, a patient or a consultation is a page's. */
      holder: z.enum(['page', 'backend']).optional(),
    }),
  })
  .transform(({ body }) => ({
    doctorId: body.doctor_id || undefined,
    patientId: body.patient_id,
    consultationId: body.consultation_id,
    validForS: body.expiration ?? undefined,
    holder: body.holder,
  }))

const SessionToken = z.object({ access: z.string(), access_expiration: z.iso.datetime() })

/** Spec §4.1 and SPEC-GAPS 1.6: a token for one consultation. */
const Identify = z
  .object({
    body: z.object({
      consultation_id: HostId,
      doctor_id: HostId,
      patient_id: HostId,
      /**
       * Seconds; the floor is lower than a session token's, since this one opens a single
       * consultation.
       */
      expiration: z.int().min(60).max(86_400).nullable().default(43_200),
    }),
  })
  .transform(({ body }) => ({
    consultationId: body.consultation_id,
    doctorId: body.doctor_id,
    patientId: body.patient_id,
    validForS: body.expiration ?? 43_200,
  }))

const ConsultationToken = z.object({ token: z.string() })

interface Deps {
  access: IssueToken
  prepareConsultation: PrepareConsultation
  limits: Pick<RateLimits, 'doctorTokens'>
}

/**
 * What a host's backend calls with its key, with and without the trailing slash: the two exchanges
 * (spec §4.1), and handing over what it knows of a patient before the plugin opens (SPEC-GAPS 1.7).
 */
export function integrationRoutes(deps: Deps): Router<ApiState> {
  const { access, prepareConsultation } = deps
  const perDoctor = rateLimiter('doctor', deps.limits.doctorTokens)

  /** Whoever has tokens without end has their limits without end. */
  async function countToken({ organization }: Credential, doctorId: string | undefined) {
    if (doctorId === undefined) return
    const { refusal } = await perDoctor.count(`${organization.id} ${doctorId}`)
    if (refusal) throw refusal
  }

  return new Router<ApiState>()
    .post('/session-token', async (ctx) => {
      const input = readInput(CreateSessionToken, ctx)
      await countToken(credentialOf(ctx), input.doctorId)
      const issued = await access.issueSessionToken(credentialOf(ctx), input)
      ctx.state.issuedTokenId = issued.tokenId
      answerJson(ctx, {
        access: issued.token,
        access_expiration: issued.expiresAt.toISOString(),
      })
    })
    .post('/identify', async (ctx) => {
      const input = readInput(Identify, ctx)
      await countToken(credentialOf(ctx), input.doctorId)
      const issued = await access.issueConsultationToken(credentialOf(ctx), input)
      ctx.state.issuedTokenId = issued.tokenId
      answerJson(ctx, { token: issued.token })
    })
    .put('/ehrs', async (ctx) => {
      const input = readInput(PrepareEhr, ctx)
      const prepared = await prepareConsultation(reachOf(credentialOf(ctx)), input)
      ctx.status = prepared.created ? 201 : 200
      noteTexts(ctx, preparedTextUses(input, prepared))
      ctx.body = presentPreparedEhr(prepared)
    })
}

const errors = ['authentication_required', 'invalid_api_key', 'forbidden', 'rate_limited']

/**
 * What a host's backend calls; each path also answers without the slash and under `/api/v1`
 * (SPEC-GAPS 1.14).
 */
export const integrationDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/integration/session-token/',
    summary: 'Exchange an API key for a session token of its organization',
    tag: 'integration',
    security: 'api-key',
    input: CreateSessionToken,
    responses: { 200: { description: 'The token and when it ends', schema: SessionToken } },
    errors,
  },
  {
    method: 'post',
    path: '/integration/identify/',
    summary: 'Exchange a credential for a token of one consultation',
    tag: 'integration',
    security: 'api-key',
    input: Identify,
    responses: { 200: { description: 'The token, a JWT', schema: ConsultationToken } },
    errors,
  },
  {
    method: 'put',
    path: '/integration/ehrs/',
    summary: 'Open or create a consultation beforehand, with what the host knows of the patient',
    tag: 'integration',
    security: 'api-key',
    input: PrepareEhr,
    responses: {
      200: { description: 'It was there; what is written in it stays', schema: PreparedEhrBody },
      201: { description: 'It was created', schema: PreparedEhrBody },
    },
    errors: [...errors, 'validation_error', 'identifier_mismatch', 'consultation_erased'],
  },
]
