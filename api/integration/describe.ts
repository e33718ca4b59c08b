import type { RouteDescription } from '../describe-route.ts'
import { PreparedEhrBody, PrepareEhr } from '../v1/ehrs/schema.ts'
import { ConsultationToken, Identify } from './identify/schema.ts'
import { CreateSessionToken, SessionToken } from './session-token/schema.ts'

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
