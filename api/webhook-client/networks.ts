/**
 * Which addresses webhooks may go to: those of the public internet, and what an administrator
 * allowed by name. Everything else is somebody's inside: this machine, the hospital's network, a
 * cloud's metadata (SPEC-GAPS 1.10).
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** @returns whether a connection to this address may be made */
export type AllowsAddress = (address: string) => boolean

/**
 * What `private` in the setting stands for; never this machine itself, link-local addresses or
 * metadata.
 */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'] as const

/**
 * IANA's registries of special addresses (RFC 6890 and what came after it), without what the
 * internet routes.
 */
const SPECIAL = [
  ...PRIVATE,
  '0.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Prefixes that hold an address of the other kind lead wherever that one does: refused as a
  // whole.
  '2002::/16',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
] as const

/**
 * Of IPv6 the internet is this. All else is local, reserved, or holds an IPv4 address in one more
 * way (`::ffff:0:10.0.0.1`).
 */
const INTERNET_V6 = ['2000::/3'] as const

/**
 * @param allowed `private`, addresses and networks (`10.20.0.0/16`), separated by commas or spaces;
 * checked by the settings
 */
export function allowsAddress(allowed: string): AllowsAddress {
  const special = blockList(SPECIAL)
  const internetV6 = blockList(INTERNET_V6)
  const names = allowed.split(/[\s,]+/).filter((name) => name !== '')
  const permitted = blockList(names.flatMap((name) => (name === 'private' ? PRIVATE : [name])))
  return (text) => {
    const address = plain(text)
    const family = familyOf(address)
    if (family === null) return false
    if (permitted.check(address, family)) return true
    if (family === 'ipv6' && !internetV6.check(address, family)) return false
    return !special.check(address, family)
  }
}

/** `::ffff:10.0.0.1` is 10.0.0.1; the zone of a link-local address is no part of it. */
function plain(text: string): string {
  const [address = ''] = text.replace(/^\[|\]$/g, '').split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return address
  const [high = 0, low = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (family === null) throw new Error(`${network} is no network`)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  if (isIPv4(address)) return 'ipv4'
  return isIPv6(address) ? 'ipv6' : null
}
