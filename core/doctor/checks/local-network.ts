/**
 * Local Network Access: browsers ask each doctor before a page of a public address reaches an
 * appliance of a private one, and where a doctor said no, the assistant is dead. Told from the box,
 * before anybody is asked.
 */
import type { Check } from '../check.ts'
import { quoted } from '../quoted.ts'
import { isLoopback } from './network.ts'

export const localNetwork: Check = {
  id: 'access.local-network',
  title: 'pages of the internet',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null || facts.pending.length > 0)
      return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    const { publicUrl, localNetworkOrigins: rolledOut } = host.settings
    const { hostname } = new URL(publicUrl)
    if (isLoopback(hostname)) return { severity: 'ok', what: 'none; it is reached here only' }
    // A name may lead to this machine itself, on this machine.
    const named = await host.addressSpace(hostname)
    const box = named === null || named === 'loopback' ? host.ownSpace() : named
    if (box === 'public') return { severity: 'ok', what: 'the appliance has a public address' }

    const active = (await host.organizations()).filter(({ status }) => status === 'active')
    const asked = await Promise.all(
      active
        .flatMap(({ id, allowedOrigins }) => allowedOrigins.map((origin) => ({ id, origin })))
        .filter(({ origin }) => URL.canParse(origin) && !rolledOut.includes(origin))
        .map(async (one) => ({
          ...one,
          space: await host.addressSpace(new URL(one.origin).hostname),
        })),
    )
    const outside = asked.filter(({ space }) => space === 'public')
    const [first] = outside
    if (first) {
      const more = outside.length > 1 ? ` (and ${outside.length - 1} more)` : ''
      const list = [...rolledOut, ...outside.map(({ origin }) => origin)].join(',')
      const org = active.length > 1 ? ` --org ${first.id}` : ''
      return {
        severity: 'warning',
        what: `${first.origin}${more} is a page of the internet, the appliance has a private address.`,
        why: 'Chrome and Edge ask every doctor before it may reach this box; who says no has no assistant.',
        fix: `svcctl host policy${org}   # for all computers; once they have it: svcctl config set localNetworkOrigins ${quoted(list)}`,
      }
    }
    const unknown = asked.filter(({ space }) => space === null)
    if (unknown[0])
      return {
        severity: 'info',
        what: `Where ${unknown[0].origin} is, no name server tells here. On the internet, browsers ask each doctor first: svcctl host policy`,
      }
    return { severity: 'ok', what: 'none that browsers ask about' }
  },
}
