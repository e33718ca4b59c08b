/**
 * Local Network Access: since Chromium 142 (sockets: 147) a page of a public address reaches an
 * appliance of a private one only with the user's permission, over HTTPS, and where no policy of
 * the page and no iframe stands in the way.
 */
import type { AddressSpace } from '../../../core/host-contract/check.ts'
import type { Note, Observed } from './observed.ts'

const DEPTH: Record<AddressSpace, number> = { public: 0, local: 1, loopback: 2 }

export function judgeNetwork({ page, network }: Observed, note: Note) {
  const { way } = network
  const isUnknown = (way.page === null || way.appliance === null) && way.refused === null
  const goesIn =
    way.refused !== null ||
    (way.page !== null && way.appliance !== null && DEPTH[way.appliance] > DEPTH[way.page])
  const feature = way.appliance === 'loopback' ? 'loopback-network' : 'local-network'
  const places = `page: ${way.page ?? 'unknown'} address, appliance: ${way.appliance ?? 'more private'}`
  const title = 'Browsers let the page reach the appliance'

  if (isUnknown)
    return note(
      'network.asked',
      title,
      'warn',
      'the browser did not say where the two are (a proxy, or older than 142)',
      'Run it with a current Chrome or Edge on a computer of the hospital.',
    )
  if (!goesIn) return note('network.asked', title, 'pass', `nothing is asked (${places})`)
  if (!page.isSecureContext)
    return note(
      'network.asked',
      title,
      'fail',
      `refused: the page is not secure (${places})`,
      'Serve it over https://: without it nobody is even asked.',
    )
  note(
    'network.asked',
    title,
    'warn',
    `every user is asked once for “Rede local” (${places})`,
    'Allow it for all computers: svcctl host policy. Say why it is asked: plugin/README.md.',
  )
  const isForbidden =
    page.localNetworkFeatures[feature] === false ||
    /(^|[,\s])local-network-access=\(\s*\)/.test(network.page.permissionsPolicy ?? '')
  note(
    'network.policy',
    `Permissions-Policy allows ${feature}`,
    isForbidden ? 'fail' : 'pass',
    isForbidden ? 'the page’s header forbids it: refused without a question' : 'not forbidden',
    `Permissions-Policy: ${feature}=(self), or leave it out.`,
  )
  const closed = way.frames.filter(({ allow }) => !allowsIn(allow, feature))
  if (way.frames.length > 0)
    note(
      'network.frames',
      'Iframes around the plugin pass the permission on',
      closed.length > 0 ? 'fail' : 'pass',
      closed.length > 0 ? `without it: ${closed.map(({ url }) => url).join(', ')}` : 'they do',
      `<iframe allow="microphone; ${feature}; local-network-access" …> on each of them.`,
    )
}

function allowsIn(allow: string, feature: string): boolean {
  const names = allow.split(';').map((entry) => entry.trim().split(/\s+/)[0])
  return names.includes(feature) || names.includes('local-network-access')
}
