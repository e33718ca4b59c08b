/**
 * An entry of the trail for every request that touches what is somebody's, and for every one that
 * was refused. What changes something is in the chain before its answer leaves; a reading, or a
 * token given out, is written down before its answer leaves and in the chain a moment later
 * (models/audit/trail.ts). Without its entry nothing is answered.
 */
import type { Context, Middleware } from 'koa'
import { type AuditAction, auditActions } from '../../core/audit/actions.ts'
import type {
  AuditAct,
  AuditActor,
  AuditFacts,
  AuditTrail,
  Locate,
  Located,
} from '../../core/audit/ports.ts'
import type { Refusals } from '../../core/audit/refusals.ts'
import { isAppError } from '../../core/errors.ts'
import { type ApiState, routeOf } from '../context.ts'
import { fromHttpError, statusOf } from '../status.ts'
import { type AuditedRoute, auditedRoutes } from './audit-routes.ts'

export interface AuditDeps {
  trail: AuditTrail
  refusals: Refusals
  locate: Locate
}

interface Failure {
  code: string
  status: number
}

export function audit({ trail, refusals, locate }: AuditDeps): Middleware<ApiState> {
  async function record(ctx: Context, failure: Failure | null) {
    const route = routeOf(ctx)
    const audited = auditedRoutes[`${ctx.method} ${route}`]
    if (failure && isRefusal(failure, audited, ctx)) return refused(ctx, route, failure)
    if (!audited) return
    const act = await actOf(ctx, audited, failure)
    for (const one of ctx.method === 'PATCH' && audited.action === 'consultation.changed'
      ? patchActs(act, ctx)
      : [act]) {
      if (isOften(one.action) || failure) await trail.note(one)
      else await trail.append(one)
    }
  }

  async function actOf(
    ctx: Context,
    audited: AuditedRoute,
    failure: Failure | null,
  ): Promise<AuditAct> {
    const { principal, credential } = ctx.state as ApiState
    const organizationId = (principal ?? credential?.key)?.organizationId ?? null
    const asked = namedBy(ctx, audited)
    const made = failure ? undefined : madeBy(ctx, audited)
    const place = asked ?? made
    const located =
      (ctx.state as ApiState).located ??
      (organizationId && place ? await locate(organizationId, place.kind, place.id) : null)
    const subject = made ?? tokenOf(ctx) ?? (asked && ourName(asked, located)) ?? null
    return {
      actor: actorOf(ctx),
      action: audited.action,
      subject,
      organizationId,
      outcome: failure ? (failure.status >= 500 ? 'failed' : 'refused') : 'success',
      requestId: (ctx.state as ApiState).requestId,
      facts: factsOf(ctx, audited, failure),
      consultationId: located?.consultationId ?? null,
      patientId: located?.patientId ?? askedPatient(ctx, audited.action),
      personId: principal?.doctorId ?? askedDoctor(ctx, audited.action),
    }
  }

  function refused(ctx: Context, route: string, { code }: Failure) {
    const { principal, credential, requestId } = ctx.state as ApiState
    const known = principal ?? credential?.key
    const action: AuditAction =
      code === 'rate_limited'
        ? 'access.rate_limited'
        : known
          ? 'access.refused'
          : 'authentication.refused'
    return refusals.note(
      {
        actor: actorOf(ctx),
        action,
        subject: null,
        requestId,
        outcome: 'refused',
        organizationId: known?.organizationId ?? null,
        facts: { code, method: ctx.method, route, address: ctx.ip },
        personId: principal?.doctorId ?? null,
      },
      ctx.ip,
    )
  }

  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      await record(ctx, failureOf(error))
      throw error
    }
    await record(ctx, null)
  }
}

/**
 * Before the route, after the caller is known: of what is about to go, whose it was can only be
 * asked now.
 */
export function auditDeletions(locate: Locate): Middleware<ApiState> {
  return async (ctx, next) => {
    const id = ctx.method === 'DELETE' && DELETED_RECORDING.exec(ctx.path)?.[1]
    const { principal } = ctx.state
    if (id && principal)
      ctx.state.located = (await locate(principal.organizationId, 'recording', id)) ?? undefined
    return next()
  }
}

const DELETED_RECORDING = /^\/api\/v1\/recordings\/([^/]+)\/?$/

/** Who was not let in at all, or was stopped before the route. */
function isRefusal({ code }: Failure, audited: AuditedRoute | undefined, ctx: Context): boolean {
  const { principal, credential } = ctx.state as ApiState
  const isAccess = code === 'rate_limited' || ACCESS_CODES.has(code)
  if (!audited) return isAccess
  // A signed address is the credential of a `PUT`: refused, it was none.
  const isSigned = ctx.method === 'PUT' && code !== 'signed_url_failed'
  return code === 'rate_limited' || !(principal || credential || isSigned)
}

const ACCESS_CODES = new Set([
  'authentication_required',
  'invalid_api_key',
  'code_invalid',
  'login_refused',
  'invalid_proof',
  'device_revoked',
  'extension_disabled',
  'invalid_token',
  'token_expired',
  'token_revoked',
  'forbidden',
  'origin_not_allowed',
  'query_token_refused',
  'api_key_in_browser',
  'consent_refused',
  'consent_required',
  'signed_url_failed',
  'admin_address_refused',
  'admin_code_refused',
  'admin_session_required',
])

/** What many do every second: it is noted. Everything else is appended. */
function isOften(action: AuditAction): boolean {
  return auditActions[action] === 'R' || NOTED.has(action)
}

const NOTED: ReadonlySet<AuditAction> = new Set([
  'token.issued',
  'token.exchanged',
  'device.renewed',
])

function actorOf(ctx: Context): AuditActor {
  const { principal, credential } = ctx.state as ApiState
  if (principal) return { kind: 'session', id: principal.tokenId }
  if (credential) return { kind: 'api_key', id: credential.key.id }
  if (ctx.path.startsWith('/api/v1/uploads/')) return { kind: 'system', id: 'signed_address' }
  return { kind: 'session', id: 'unknown' }
}

function tokenOf(ctx: Context) {
  const { issuedTokenId } = ctx.state as ApiState
  return issuedTokenId === undefined ? undefined : { kind: 'token', id: issuedTokenId }
}

/** As the address names it: a consultation may be named by its host's own id. */
function namedBy(ctx: Context, { of }: AuditedRoute) {
  const id: unknown = of && ctx.params[of.param]
  if (!of || typeof id !== 'string') return undefined
  return of.kind === 'consultation' || UUID.test(id) ? { kind: of.kind, id } : undefined
}

/** What stands in an address and is no id of ours may be anything, a name too: it is not kept. */
function ourName({ kind, id }: NonNullable<ReturnType<typeof namedBy>>, located: Located | null) {
  if (kind === 'consultation' && located) return { kind, id: located.consultationId }
  return UUID.test(id) ? { kind, id } : undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function madeBy(ctx: Context, { made }: AuditedRoute) {
  if (!made || made.kind === 'token') return undefined
  let value: unknown = ctx.body
  for (const step of made.at) value = (value as Record<string, unknown> | null | undefined)?.[step]
  return typeof value === 'string' ? { kind: made.kind, id: value } : undefined
}

function factsOf(ctx: Context, { part }: AuditedRoute, failure: Failure | null): AuditFacts {
  return {
    address: ctx.ip,
    ...(part !== undefined && { part }),
    ...(ctx.state as ApiState).auditFacts,
    ...(failure && { code: failure.code }),
  }
}

/** Of a token that was asked for, or of a person who was looked up in the national network. */
function askedPatient(ctx: Context, action: AuditAction): string | null {
  const { body } = ctx.request as { body?: Record<string, unknown> }
  if (action === 'token.issued' || action === 'token.exchanged') return textOf(body?.patient_id)
  if (action !== 'rnds.person_looked_up') return null
  return textOf(body?.cpf ?? body?.cns ?? ctx.query.cpf ?? ctx.query.cns)
}

function askedDoctor(ctx: Context, action: AuditAction): string | null {
  const { body } = ctx.request as { body?: Record<string, unknown> }
  const isToken = action === 'token.issued' || action === 'token.exchanged'
  return isToken ? textOf(body?.doctor_id) : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null
}

/** One request may tell the patient's answer and change other things too. */
function patchActs(act: AuditAct, ctx: Context): AuditAct[] {
  const {
    consent,
    version: _version,
    ...others
  } = (ctx.request.body ?? {}) as {
    consent?: { status?: unknown }
    version?: unknown
  }
  const changed = Object.keys(others).filter((name) => PATCHED.has(name))
  const answer = CONSENT_ACTIONS[String(consent?.status)]
  const acts: AuditAct[] = answer ? [{ ...act, action: answer }] : []
  if (acts.length > 0 && changed.length === 0) return acts
  return [...acts, { ...act, facts: { ...act.facts, changed: changed.sort().join(' ') } }]
}

const PATCHED = new Set([
  'type',
  'context_markdown',
  'append_context',
  'set_background_history',
  'remove_background_history',
])

const CONSENT_ACTIONS: Record<string, AuditAction> = {
  given: 'consent.given',
  refused: 'consent.refused',
  not_recorded: 'consent.withdrawn',
}

function failureOf(error: unknown): Failure {
  const known = isAppError(error) ? error : fromHttpError(error)
  return known
    ? { code: known.code, status: statusOf(known) }
    : { code: 'internal_error', status: 500 }
}
