/**
 * What the observations of a host page mean (spec §4.3, §4.4, §5, §6). Pure: the browser's part is
 * bin/tools/host-test/host-test.ts and bin/tools/host-test/probe.
 */
import type { HostCheck } from '../../../core/host-contract/check.ts'
import { judgeFrame } from './judge-frame.ts'
import { judgeNetwork } from './judge-network.ts'
import { judgePlugin } from './judge-plugin.ts'
import type { Note, Observed } from './observed.ts'

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
