/** Who calls, as far as a network tells, and what limits count by. */
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/**
 * The socket's address, or what the outermost of our own proxies saw. A header that is no address
 * is not believed: it would come into limits, logs and the audit as it is.
 * @param trustedProxies how many stand before us, each adding to `X-Forwarded-For`; 0 believes none
 * of it
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return direct
  const told = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .slice(-trustedProxies)
  const outermost = told[0]?.trim() ?? ''
  return isIP(outermost) > 0 ? outermost : direct
}

/**
 * One caller may use all of its /64, so an IPv6 network counts as one; a mapped IPv4 address is
 * that address.
 */
export function countedAs(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = groupsOf(head)
  const right = groupsOf(tail ?? '')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
