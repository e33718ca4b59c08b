/**
 * The doors of the browser extension: a doctor signs in with a code, and from then on the device
 * renews its tokens and opens visits (SPEC-GAPS 1.1). What it does in a visit goes through the
 * plugin's interface, with a token of that visit.
 */
import Router from '@koa/router'
import type { Context } from 'koa'
import type { Credential } from '../../core/access/access.ts'
import { deviceEnded } from '../../core/access/device.ts'
import type { DeviceSession, EndedDevice, SignInWay } from '../../core/access/device-sessions.ts'
import type { IssuedToken } from '../../core/access/issue-token.ts'
import type { ProviderLogin } from '../../core/access/provider-login.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import type { Consultation } from '../../core/consultation/consultation.ts'
import {
  type ExtensionMe,
  type ExtensionOrganization,
  type ExtensionService,
  type ExtensionSession,
  type ExtensionVisit,
  type ListedExtensionVisit,
  oldestExtension,
} from '../../core/contract/extension.ts'
import { isAppError } from '../../core/errors.ts'
import type { ExtensionVisits } from '../../core/extension/visits.ts'
import { countedAs } from '../client-address.ts'
import { type ApiState, principalOf } from '../context.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import type { RateLimits } from '../rate-limits.ts'
import { readInput } from '../read-input.ts'
import { LockActBody, OpenVisitBody, RenewBody, SignInBody, VisitParams } from './describe.ts'

export interface ExtensionDeps {
  access: Pick<
    AccessUseCases,
    'devices' | 'deviceCredential' | 'authenticateDevice' | 'isOriginAllowed'
  >
  visits: ExtensionVisits
  /** Absent: no identity provider is set. */
  login?: ProviderLogin
  /** What administrators wrote for pages of EHRs, as they wrote it. */
  sites: () => Promise<readonly Record<string, unknown>[]>
  /** Nothing is on record without it. */
  trail?: AuditTrail
  now: () => Date
  version: string
  publicUrl: string
  limits: RateLimits
}

const RENEWAL = '/extension/token'

/** Without a token: a code or a refresh token is the credential. */
export function extensionEntry(deps: ExtensionDeps): Router<ApiState> {
  const { access, login, trail, now, version, publicUrl, limits } = deps
  const failures = rateLimiter('address', limits.failedKeys)
  const perDevice = rateLimiter('device', limits.key)
  const publicHost = new URL(publicUrl).host

  /**
   * Guessing is as slow as guessing keys; who has the right code or token gets in all the same,
   * since a whole hospital may share an address.
   */
  async function counted<Result>(ctx: Context, check: () => Promise<Result>): Promise<Result> {
    return check().catch(async (error) => {
      if (!isAppError(error) || !GUESSES.has(error.code)) throw error
      const caller = countedAs(ctx.ip)
      const exhausted = await failures.peek(caller)
      if (!exhausted) await failures.count(caller)
      throw exhausted ?? error
    })
  }

  /** From here on the audit and the log know who it is. */
  async function letIn(
    ctx: Context,
    { access: issued, device }: DeviceSession,
    facts: { way?: SignInWay } = {},
  ) {
    const state = ctx.state as ApiState
    state.principal = await access.authenticateDevice(issued.token)
    state.issuedTokenId = issued.tokenId
    state.auditFacts = { device: device.id, ...facts }
  }

  async function tellEnd(ctx: Context, { device, because }: EndedDevice) {
    await trail?.append({
      actor: { kind: 'system', id: 'devices' },
      action: 'device.revoked',
      subject: { kind: 'device', id: device.id },
      organizationId: device.organizationId,
      outcome: 'success',
      requestId: (ctx.state as ApiState).requestId,
      facts: { because, address: ctx.ip },
      personId: device.userId,
    })
  }

  return new Router<ApiState>()
    .get('/service', (ctx) => {
      ctx.body = {
        version: { product: version, extension_min: oldestExtension },
        provider: login ? { name: login.name } : null,
      } satisfies ExtensionService
    })
    .post('/sign-in', async (ctx) => {
      const input = readInput(SignInBody, ctx)
      const session = await counted(ctx, () => access.devices.signIn(input))
      await letIn(ctx, session, { way: session.way })
      ctx.status = 201
      ctx.body = { device_id: session.device.id, ...presentSession(session, now()) }
    })
    .post('/token', async (ctx) => {
      const input = readInput(RenewBody, ctx)
      const address = { method: 'POST', path: RENEWAL, hosts: [publicHost, ctx.host] }
      // Only what a device did with its key counts against it, and a refusal spends nothing.
      const [device = ''] = input.refreshToken.split('.', 1)
      const exhausted = await perDevice.peek(device)
      if (exhausted) throw exhausted
      const renewed = await counted(ctx, () => access.devices.renew({ ...input, address }))
      if ('because' in renewed) {
        await tellEnd(ctx, renewed)
        throw deviceEnded()
      }
      await perDevice.count(device)
      await letIn(ctx, renewed)
      ctx.body = presentSession(renewed, now())
    })
}

const GUESSES: ReadonlySet<string> = new Set(['code_invalid', 'device_revoked', 'invalid_proof'])

/** With a device's access token. */
export function extensionRoutes(deps: ExtensionDeps): Router<ApiState> {
  const { access, visits, sites, now, version } = deps
  const deviceOf = (ctx: Context) => access.deviceCredential(principalOf(ctx).deviceId ?? '')
  const doctorOf = ({ user }: Credential) => user?.id ?? ''

  return new Router<ApiState>()
    .post('/sign-out', async (ctx) => {
      const { deviceId } = principalOf(ctx)
      if (deviceId) await access.devices.endDevice(deviceId, 'signed_out')
      ctx.state.auditFacts = { device: deviceId }
      ctx.status = 204
    })
    .post('/lock', (ctx) => {
      const { act, at } = readInput(LockActBody, ctx)
      ctx.state.auditFacts = { device: principalOf(ctx).deviceId, act, at }
      ctx.status = 204
    })
    .get('/me', async (ctx) => {
      const { device, credential } = await deviceOf(ctx)
      ctx.body = {
        doctor: presentDoctor(credential),
        device: { id: device.id, name: device.name },
        organization: presentOrganization(credential),
        version: { product: version, extension_min: oldestExtension },
      } satisfies ExtensionMe
    })
    .get('/sites', async (ctx) => {
      ctx.body = { sites: await sites() }
    })
    .post('/visits', async (ctx) => {
      const input = readInput(OpenVisitBody, ctx)
      const { credential } = await deviceOf(ctx)
      const opened = await visits.open(credential, input)
      ctx.state.auditFacts = { token: opened.token.tokenId }
      ctx.status = opened.created ? 201 : 200
      ctx.body = presentVisit(opened, doctorOf(credential), now())
    })
    .get('/visits', async (ctx) => {
      const { credential } = await deviceOf(ctx)
      const listed = await visits.list(credential)
      ctx.state.auditFacts = { listed: listed.length }
      ctx.body = { visits: listed.map(presentListed) }
    })
    .post('/visits/:id/token', async (ctx) => {
      const id = readInput(VisitParams, ctx)
      const { credential } = await deviceOf(ctx)
      const opened = await visits.token(credential, id)
      ctx.state.issuedTokenId = opened.token.tokenId
      ctx.body = presentVisit(opened, doctorOf(credential), now())
    })
}

function presentSession(session: DeviceSession, now: Date): ExtensionSession {
  return {
    refresh_token: session.refreshToken,
    access_token: session.access.token,
    expires_in: secondsTo(session.access, now),
    doctor: presentDoctor(session.credential),
    organization: presentOrganization(session.credential),
  }
}

function presentDoctor({ user }: Credential) {
  return { id: user?.id ?? '', name: user?.name ?? '' }
}

function presentOrganization({ organization }: Credential): ExtensionOrganization {
  const { id, name, extension } = organization
  const { enabled, fill, capture, lockMinutes } = extension
  return { id, name, extension: { enabled, fill, capture, lock_minutes: lockMinutes } }
}

function presentVisit(
  { consultation, token }: { consultation: Consultation; token: IssuedToken },
  doctorId: string,
  now: Date,
): ExtensionVisit {
  return {
    id: consultation.id,
    consultation_id: consultation.externalConsultationId,
    patient: patientOf(consultation),
    doctor: { id: doctorId },
    type: consultation.type,
    auth_token: token.token,
    expires_in: secondsTo(token, now),
  }
}

function presentListed(consultation: Consultation): ListedExtensionVisit {
  return {
    id: consultation.id,
    consultation_id: consultation.externalConsultationId,
    patient: patientOf(consultation),
    type: consultation.type,
    state: consultation.status,
    recorded_ms: consultation.recordedMs,
    started_at: consultation.createdAt.toISOString(),
  }
}

function patientOf({ externalPatientId: id, name }: Consultation) {
  return { id, name }
}

function secondsTo({ expiresAt }: IssuedToken, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000))
}
