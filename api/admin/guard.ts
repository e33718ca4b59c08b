/**
 * Who may reach the page for administration at all, before anybody is asked for a code: callers of
 * the addresses that the setting `adminPageFrom` allows, by a name that is this service's own. A
 * page of somebody else's that a browser of the administrator's has open gets nothing done: what
 * changes something must come from this very page.
 */
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Context, Middleware } from 'koa'
import { AppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import { FORWARDED } from '../pages/operator.ts'
import { isSameOrigin } from '../same-origin.ts'

/** What `private` in the setting stands for. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

interface Deps {
  /** Addresses, networks (`10.20.0.0/16`) and `private`; checked by the settings. */
  allowed: readonly string[]
  trustedProxies: number
  publicUrl: string
}

/**
 * @throws {AppError} `admin_address_refused`, `origin_not_allowed`
 */
export function adminGuard({ allowed, trustedProxies, publicUrl }: Deps): Middleware<ApiState> {
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
