import { z } from 'zod'
import {
  type ExtensionMe,
  type ExtensionService,
  type ExtensionSession,
  type ExtensionVisit,
  type ListedExtensionVisit,
  lockActs,
} from '../../core/contract/extension.ts'
import type { RouteDescription } from '../describe-route.ts'
import { describing } from '../describing.ts'
import { HostId, HostName } from '../input-fields.ts'

const own = [
  'authentication_required',
  'invalid_token',
  'token_expired',
  'token_revoked',
  'extension_disabled',
  'forbidden',
  'rate_limited',
]

export const SignInBody = z
  .object({
    body: z.object({
      code: z.string().max(64),
      device_name: HostName.min(1),
      public_key: z.record(z.string(), z.unknown()),
    }),
  })
  .transform(({ body }) => ({
    code: body.code,
    deviceName: body.device_name,
    publicKey: body.public_key,
  }))

export const RenewBody = z
  .object({
    headers: z.object({ dpop: z.string().max(8192) }),
    body: z.object({ refresh_token: z.string().max(256) }),
  })
  .transform(({ headers, body }) => ({ refreshToken: body.refresh_token, proof: headers.dpop }))

/** Addresses that browsers keep for one extension and show to nobody else. */
const RETURN_TO =
  /^https:\/\/(?:[a-p]{32}\.chromiumapp\.org|[0-9a-f]{40}\.extensions\.allizom\.org)\/$/

export const BeginLogin = z
  .object({
    query: z.object({
      device: z.string().regex(/^[\w-]{43}$/),
      return_to: z.string().regex(RETURN_TO),
    }),
  })
  .transform(({ query }) => ({ device: query.device, returnTo: query.return_to }))

/** Misspelt fields are refused, or a doctor would believe them taken. */
export const OpenVisitBody = z
  .object({
    body: z.strictObject({
      patient: z.strictObject({ id: HostId.nullish(), name: HostName.nullish() }),
      type: z.enum(['IN_PERSON', 'TELEMEDICINE']).default('IN_PERSON'),
      ehr_id: HostId.nullish(),
      request_id: z.uuid().nullish(),
    }),
  })
  .transform(({ body }) => ({
    patient: { id: body.patient.id ?? undefined, name: body.patient.name || undefined },
    type: body.type,
    ehrId: body.ehr_id ?? undefined,
    requestId: body.request_id ?? undefined,
  }))

export const LockActBody = z
  .object({ body: z.object({ act: z.enum(lockActs), at: z.iso.datetime() }) })
  .transform(({ body }) => body)

export const VisitParams = z
  .object({ params: z.object({ id: z.string() }) })
  .transform(({ params }) => params.id)

const Named = z.object({ id: z.string(), name: z.string() })
const OrganizationAnswer = Named.extend({
  extension: z.object({
    enabled: z.boolean(),
    fill: z.boolean(),
    capture: z.boolean(),
    lock_minutes: z.int(),
  }),
})

const SessionAnswer = describing<ExtensionSession>()(
  z.object({
    device_id: z.uuid().optional(),
    refresh_token: z.string(),
    access_token: z.string(),
    expires_in: z.int(),
    doctor: Named,
    organization: OrganizationAnswer,
  }),
)

const ServiceAnswer = describing<ExtensionService>()(
  z.object({
    version: z.object({ product: z.string(), extension_min: z.string() }),
    provider: z.object({ name: z.string() }).nullable(),
  }),
)

const MeAnswer = describing<ExtensionMe>()(
  z.object({
    doctor: Named,
    device: Named,
    organization: OrganizationAnswer,
    version: z.object({ product: z.string(), extension_min: z.string() }),
  }),
)

const Patient = z.object({ id: z.string(), name: z.string().nullable() })
const Type = z.enum(['IN_PERSON', 'TELEMEDICINE'])

const VisitAnswer = describing<ExtensionVisit>()(
  z.object({
    id: z.uuid(),
    consultation_id: z.string(),
    patient: Patient,
    doctor: z.object({ id: z.string() }),
    type: Type,
    auth_token: z.string(),
    expires_in: z.int(),
  }),
)

const ListedVisit = describing<ListedExtensionVisit>()(
  z.object({
    id: z.uuid(),
    consultation_id: z.string(),
    patient: Patient,
    type: Type,
    state: z.enum(['open', 'recording', 'paused', 'finished', 'canceled']),
    recorded_ms: z.int(),
    started_at: z.iso.datetime(),
  }),
)

const VisitsAnswer = z.object({ visits: z.array(ListedVisit) })
const SitesAnswer = z.object({ sites: z.array(z.record(z.string(), z.unknown())) })

/** What the browser extension calls. */
export const extensionDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/extension/service',
    summary: 'Which versions fit, and whether the hospital’s identity provider can be used',
    tag: 'extension',
    security: 'none',
    responses: { 200: { description: 'As of now', schema: ServiceAnswer } },
    errors: [],
  },
  {
    method: 'post',
    path: '/extension/sign-in',
    summary: 'Sign in on a device with a one-time code of `svcctl user invite`',
    tag: 'extension',
    security: 'none',
    input: SignInBody,
    responses: { 201: { description: 'The device and its first tokens', schema: SessionAnswer } },
    errors: ['validation_error', 'code_invalid', 'extension_disabled', 'forbidden', 'rate_limited'],
  },
  {
    method: 'post',
    path: '/extension/token',
    summary: 'Renew a device’s tokens, with a proof by its key (RFC 9449, header DPoP)',
    tag: 'extension',
    security: 'none',
    input: RenewBody,
    responses: { 200: { description: 'The next tokens', schema: SessionAnswer } },
    errors: [
      'validation_error',
      'device_revoked',
      'invalid_proof',
      'extension_disabled',
      'forbidden',
      'rate_limited',
    ],
  },
  {
    method: 'post',
    path: '/extension/sign-out',
    summary: 'End this device',
    tag: 'extension',
    security: 'bearer',
    responses: { 204: { description: 'Its tokens are dead' } },
    errors: own,
  },
  {
    method: 'post',
    path: '/extension/lock',
    summary: 'What happened to the panel’s lock, for the audit',
    tag: 'extension',
    security: 'bearer',
    input: LockActBody,
    responses: { 204: { description: 'On record' } },
    errors: [...own, 'validation_error'],
  },
  {
    method: 'get',
    path: '/extension/me',
    summary: 'Who is signed in, what the organization allows, and which versions fit',
    tag: 'extension',
    security: 'bearer',
    responses: { 200: { description: 'As of now', schema: MeAnswer } },
    errors: own,
  },
  {
    method: 'get',
    path: '/extension/sites',
    summary: 'The administrator’s rules for pages of EHRs',
    tag: 'extension',
    security: 'bearer',
    responses: { 200: { description: 'Each as it was written', schema: SitesAnswer } },
    errors: own,
  },
  {
    method: 'post',
    path: '/extension/visits',
    summary: 'Open a visit of this doctor, with a token for it',
    tag: 'extension',
    security: 'bearer',
    input: OpenVisitBody,
    responses: {
      200: { description: 'It was there', schema: VisitAnswer },
      201: { description: 'It was created', schema: VisitAnswer },
    },
    errors: [...own, 'validation_error', 'identifier_mismatch', 'consultation_erased'],
  },
  {
    method: 'get',
    path: '/extension/visits',
    summary: 'The doctor’s own visits of the last day, and those that have not ended',
    tag: 'extension',
    security: 'bearer',
    responses: { 200: { description: 'The newest first', schema: VisitsAnswer } },
    errors: own,
  },
  {
    method: 'post',
    path: '/extension/visits/{id}/token',
    summary: 'Another token for a visit of this doctor',
    tag: 'extension',
    security: 'bearer',
    input: VisitParams,
    responses: { 200: { description: 'The visit and its token', schema: VisitAnswer } },
    errors: [...own, 'not_found', 'consultation_erased'],
  },
]
