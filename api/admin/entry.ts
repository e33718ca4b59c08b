/** What every route of the page for administration goes through. */

import { BlockList, isIP, isIPv6 } from 'node:net'
import type { RouterContext } from '@koa/router'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import { jsonBody } from '../middleware/json-body.ts'
import { noStore } from '../middleware/security-headers.ts'
import { FORWARDED } from '../pages/operator.ts'
import { readInput } from '../read-input.ts'
import { isSameOrigin } from '../same-origin.ts'
import type { AdminCaller, AdminPage } from './ports.ts'

export const Enter = z.object({ body: z.strictObject({ code: z.string().max(100) }) })

/** `watch`: asked by the page itself, which does not keep a session alive. */
const Watch = z.object({ query: z.object({ watch: z.literal('1').optional() }) })

const byId = z.object({ id: z.uuid() })

export const RevokeKey = z.object({
  params: byId,
  body: z.strictObject({ end_sessions: z.boolean() }),
})
export const WebhookById = z.object({ params: byId })
/** `rnds_` and a uuid. */
export const RecordById = z.object({ params: z.object({ id: z.string().max(100) }) })

export const ListRecords = z.object({
  query: z.object({
    state: z.enum(['pending', 'accepted', 'rejected', 'replaced', 'deleted']).optional(),
  }),
})

export const RetryRecords = z.object({
  body: z.strictObject({ reason: z.string().min(1).max(100).optional() }),
})

export const ListEntries = z.object({
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
})

export interface AdminDeps {
  page: AdminPage
  /** Addresses, networks and `private`; none: there is no page. */
  allowed: readonly string[]
  trustedProxies: number
  publicUrl: string
  /** dist/public */
  publicDir: string
}

export type AdminContext = RouterContext<ApiState>
type Work = (ctx: AdminContext) => void | Promise<void>
type CallersWork = (ctx: AdminContext, caller: AdminCaller) => void | Promise<void>

/**
 * Ways to make a route: the guard stands before each. `open` needs no session, `watched` takes what
 * the page asks by itself, which does not keep a session alive.
 */
export function adminEntry(deps: AdminDeps) {
  const { sessions } = deps.page
  const guarded = compose<AdminContext>([adminGuard(deps), noStore, jsonBody()])

  const open = (work: Work) => async (ctx: AdminContext) => {
    await guarded(ctx, async () => {})
    await work(ctx)
  }

  /** @throws {AppError} `admin_session_required` */
  function callerOf(ctx: AdminContext, byHand: boolean): AdminCaller {
    const secret = sessionCookie(ctx)
    const session = secret === null ? null : sessions.find(secret, byHand)
    if (!session) throw sessionRequired()
    return { by: session.by, requestId: ctx.state.requestId, address: ctx.ip }
  }

  return {
    open,
    signedIn: (work: CallersWork) => open((ctx) => work(ctx, callerOf(ctx, true))),
    watched: (work: CallersWork) =>
      open((ctx) => work(ctx, callerOf(ctx, readInput(Watch, ctx).query.watch === undefined))),
  }
}

function sessionRequired(): AppError {
  return new AppError(
    'unauthenticated',
    'admin_session_required',
    'A sessão terminou. Peça um código novo no servidor: svcctl admin open',
  )
}

const NAME = 'svc_admin'

/**
 * The session's secret, in a cookie that no script reads and no other site's page sends. Without a
 * path of its own, so that the browser takes the folder of the address that it asked at
 * (`/assistente/admin`): a proxy may serve us under a path that is taken off before we see it.
 * @param secret null: the browser forgets it
 */
export function setSessionCookie(ctx: Context, secret: string | null, isHttps: boolean): void {
  const parts = [`${NAME}=${secret ?? ''}`, 'HttpOnly', 'SameSite=Strict']
  if (isHttps) parts.push('Secure')
  if (secret === null) parts.push('Max-Age=0')
  ctx.set('Set-Cookie', parts.join('; '))
}

/** Several of the name, as other services of this host might set them: the first counts. */
export function sessionCookie(ctx: Context): string | null {
  for (const pair of ctx.get('cookie').split(';')) {
    const [name, ...value] = pair.trim().split('=')
    if (name === NAME) return value.join('=') || null
  }
  return null
}

/** What `private` in the setting stands for. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

interface Deps {
  /** Addresses, networks (`10.20.0.0/16`) and `private`; checked by the settings. */
  allowed: readonly string[]
  trustedProxies: number
  publicUrl: string
}

/**
 * Who may reach the page for administration at all, before anybody is asked for a code: callers of
 * the addresses that the setting `adminPageFrom` allows, by a name that is this service's own. A
 * page of somebody else's that a browser of the administrator's has open gets nothing done: what
 * changes something must come from this very page.
 * @throws {AppError} `admin_address_refused`, `origin_not_allowed`
 */
function adminGuard({ allowed, trustedProxies, publicUrl }: Deps): Middleware<ApiState> {
  const list = networkList(allowed)
  const ownName = new URL(publicUrl).hostname
  return (ctx, next) => {
    // Without proxies that are known every forwarded caller seems to be the proxy's own machine.
    const isHidden = trustedProxies === 0 && FORWARDED.some((header) => ctx.get(header) !== '')
    if (isHidden || !isListed(list, ctx.ip)) throw addressRefused()
    if (!isOwnName(ctx, ownName)) throw originRefused()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && !isFromThisPage(ctx)) throw originRefused()
    return next()
  }
}

function networkList(allowed: readonly string[]): BlockList {
  const list = new BlockList()
  for (const name of allowed.flatMap((one) => (one === 'private' ? PRIVATE : [one]))) {
    const [address = '', bits] = name.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : +bits, family)
  }
  return list
}

function isListed(list: BlockList, address: string): boolean {
  // IPv4 that arrives at a socket of both kinds is that address.
  const plain = /^::ffff:/i.test(address) ? countedAs(address) : address
  const kind = isIP(plain)
  return kind !== 0 && list.check(plain, kind === 6 ? 'ipv6' : 'ipv4')
}

/**
 * A name of somebody else's may be led to this address (DNS rebinding): then the browser takes the
 * page there for ours.
 */
function isOwnName(ctx: Context, ownName: string): boolean {
  const { hostname } = ctx
  return (
    hostname === ownName || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  )
}

function isFromThisPage(ctx: Context): boolean {
  const { origin, 'sec-fetch-site': site } = ctx.headers
  const isOwn = isSameOrigin({ host: ctx.host, origin, 'sec-fetch-site': site })
  // Both are said where both can be: a proxy that calls us by another name is none of ours.
  return isOwn && (origin === undefined || isSameOrigin({ host: ctx.host, origin }))
}

function addressRefused(): AppError {
  return new AppError(
    'forbidden',
    'admin_address_refused',
    'A administração não é aberta a este endereço. No servidor: svcctl config set adminPageFrom …',
  )
}

function originRefused(): AppError {
  return new AppError('forbidden', 'origin_not_allowed', 'Só a própria página pode pedir isto.')
}
