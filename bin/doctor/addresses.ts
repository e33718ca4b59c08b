/**
 * Where addresses lie, as browsers tell it (Local Network Access), for the doctor. Names are looked
 * up; nothing is sent.
 */
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import type { AddressSpace } from '../../core/host-contract/check.ts'

/** A name server that does not answer must not make anybody wait. */
const LOOKUP_MS = 1000
/** Names that no public server knows. */
const INSIDE = /^[^.]+$|\.(local|localdomain|lan|internal|intranet|corp|home\.arpa)$/

/** @returns null: nobody here knows the name */
export async function addressSpace(hostname: string): Promise<AddressSpace | null> {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(host) !== 0) return spaceOf([host])
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  if (INSIDE.test(host)) return 'local'
  // The hosts file is this machine's own; browsers elsewhere ask the name server.
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 })
  const found = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ])
  return spaceOf(found.flat())
}

/** As others see this machine: by its network cards. */
export function ownSpace(): AddressSpace {
  const cards = Object.values(networkInterfaces()).flatMap((card) => card ?? [])
  return (
    spaceOf(cards.filter(({ internal }) => !internal).map(({ address }) => address)) ?? 'loopback'
  )
}

/** The most public of them. */
function spaceOf(addresses: readonly string[]): AddressSpace | null {
  const isPublic = allowsAddress('')
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  if (addresses.some(isPublic)) return 'public'
  const isOwn = (address: string) => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  if (addresses.some((address) => !isOwn(address))) return 'local'
  return addresses.length > 0 ? 'loopback' : null
}
