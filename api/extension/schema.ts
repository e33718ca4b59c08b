import { z } from 'zod'
import {
  type ExtensionMe,
  type ExtensionService,
  type ExtensionSession,
  type ExtensionVisit,
  type ListedExtensionVisit,
  lockActs,
} from '../../core/contract/extension.ts'
import { describing } from '../describing.ts'
import { HostId, HostName } from '../host-id.ts'

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

export const SessionAnswer = describing<ExtensionSession>()(
  z.object({
    device_id: z.uuid().optional(),
    refresh_token: z.string(),
    access_token: z.string(),
    expires_in: z.int(),
    doctor: Named,
    organization: OrganizationAnswer,
  }),
)

export const ServiceAnswer = describing<ExtensionService>()(
  z.object({
    version: z.object({ product: z.string(), extension_min: z.string() }),
    provider: z.object({ name: z.string() }).nullable(),
  }),
)

export const MeAnswer = describing<ExtensionMe>()(
  z.object({
    doctor: Named,
    device: Named,
    organization: OrganizationAnswer,
    version: z.object({ product: z.string(), extension_min: z.string() }),
  }),
)

const Patient = z.object({ id: z.string(), name: z.string().nullable() })
const Type = z.enum(['IN_PERSON', 'TELEMEDICINE'])

export const VisitAnswer = describing<ExtensionVisit>()(
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

export const VisitsAnswer = z.object({ visits: z.array(ListedVisit) })
export const SitesAnswer = z.object({ sites: z.array(z.record(z.string(), z.unknown())) })
