/**
 * What the observations of a host page mean (spec §4.3, §4.4, §5, §6). Pure: the browser's part is
 * bin/tools/host-test/host-test.ts and bin/tools/host-test/probe.
 */
import type { AddressSpace, HostCheck } from '../../../core/host-contract/check.ts'
import type { Note, Observed } from './host-probe.ts'
import { judgeFrame } from './judge-frame.ts'
import { judgePlugin } from './judge-plugin.ts'

export function judgeHost(observed: Observed): {
  kind: 'plugin' | 'iframe' | 'none'
  checks: HostCheck[]
} {
  const checks: HostCheck[] = []
  const note: Note = (id, title, verdict, detail, fix = '') =>
    void checks.push({ id, title, verdict, detail, fix: verdict === 'pass' ? '' : fix })
  const { page, network } = observed
  const usesPlugin =
    page.pluginLoaded || page.scripts.length > 0 || network.pluginRequests.length > 0
  const kind = usesPlugin ? 'plugin' : page.frames.length > 0 ? 'iframe' : 'none'

  judgePage(observed, note)
  if (kind === 'plugin') judgePlugin(observed, note)
  else if (kind === 'iframe') judgeFrame(observed, note)
  else
    note(
      'plugin.found',
      'The page uses the assistant',
      'fail',
      'neither plugin.js nor an iframe of /embed was found',
      'Load the script, or name with --click what a user clicks until the assistant is there.',
    )
  if (kind !== 'none') judgeNetwork(observed, note)
  judgeSecrets(observed, note)
  return { kind, checks }
}

function judgePage({ page, network }: Observed, note: Note) {
  const { status, permissionsPolicy } = network.page
  note(
    'page.opens',
    'The page opens',
    status < 400 ? 'pass' : 'fail',
    `HTTP ${status}`,
    'Give the address of a page that answers.',
  )
  note(
    'page.secure',
    'HTTPS (secure context)',
    page.isSecureContext ? 'pass' : 'fail',
    page.isSecureContext ? 'secure' : 'the browser treats the page as not secure',
    'Serve it over https://: browsers give the microphone to secure pages only.',
  )
  const denied = deniedFeatures(permissionsPolicy)
  note(
    'page.permissions',
    'Permissions-Policy allows the microphone',
    denied.includes('microphone') ? 'fail' : 'pass',
    denied.length > 0 ? `denied: ${denied.join(', ')}` : 'nothing needed is denied',
    'Permissions-Policy: microphone=(self), for an iframe also with the appliance’s origin.',
  )
  const blocked = page.cspViolations.map(({ directive, blocked: what }) => `${directive} ${what}`)
  note(
    'page.csp',
    'Content-Security-Policy lets the assistant work',
    blocked.length > 0 ? 'fail' : 'pass',
    blocked.length > 0
      ? [...new Set(blocked)].join('; ')
      : network.page.csp === null
        ? 'no policy'
        : 'nothing was blocked',
    'script-src and connect-src (also as wss:) with the appliance’s origin; for the iframe frame-src.',
  )
}

function judgeSecrets({ page, network }: Observed, note: Note) {
  note(
    'key.header',
    'The browser never sends x-svc-token',
    network.keyHeaders.length > 0 ? 'fail' : 'pass',
    network.keyHeaders.join('; ') || 'never sent',
    'Exchange the API key in your backend; the page gets the token only (spec §5.1).',
  )
  note(
    'key.text',
    'No API key in page or scripts',
    network.keysInTexts.length > 0 ? 'fail' : 'pass',
    network.keysInTexts.join('; ') || 'none found',
    'Revoke that key now, then keep the next one in your backend.',
  )
  const keys = page.storedSecrets.filter(({ kind }) => kind === 'api_key')
  const tokens = page.storedSecrets.filter(({ kind }) => kind === 'token')
  note(
    'key.storage',
    'No API key and no token in browser storage',
    keys.length > 0 ? 'fail' : tokens.length > 0 ? 'warn' : 'pass',
    [...keys, ...tokens].map(({ where }) => where).join('; ') || 'none found',
    'Keep the session token in memory only; getToken asks your backend for a new one.',
  )
}

/** Features that the header gives to nobody: `microphone=()`. */
function deniedFeatures(header: string | null): string[] {
  const needed = ['microphone', 'display-capture', 'clipboard-write', 'screen-wake-lock']
  return needed.filter((feature) =>
    new RegExp(`(^|[,\\s])${feature}=\\(\\s*\\)`).test(header ?? ''),
  )
}

const DEPTH: Record<AddressSpace, number> = { public: 0, local: 1, loopback: 2 }

/**
 * Local Network Access: since Chromium 142 (sockets: 147) a page of a public address reaches an
 * appliance of a private one only with the user's permission, over HTTPS, and where no policy of
 * the page and no iframe stands in the way.
 */
function judgeNetwork({ page, network }: Observed, note: Note) {
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
