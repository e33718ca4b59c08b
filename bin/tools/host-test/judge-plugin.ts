import type { Note, Observed, PluginCall } from './host-probe.ts'

const PINNED = /\/plugin@\d+\.\d+\.\d+\.js$/
const TOKEN_LIMIT_MS = 10_000
const SLOW_TOKEN_MS = 3000
const NARROWEST_PX = 320

/** A page that loads plugin.js (spec §4.3). */
export function judgePlugin(observed: Observed, note: Note) {
  judgeScript(observed, note)
  judgeInit(observed, note)
  judgeTokens(observed, note)
  judgeMounts(observed, note)
  judgeEvents(observed, note)
  judgeRefusedVisit(observed, note)
  judgeLeftovers(observed, note)
}

function judgeScript({ page, network }: Observed, note: Note) {
  const [script] = page.scripts
  const isModule = !script || script.type === 'module'
  note(
    'script.module',
    'plugin.js is loaded as a module',
    isModule && page.pluginLoaded ? 'pass' : 'fail',
    !page.pluginLoaded
      ? 'SvcPlugin never came to the page'
      : script
        ? `type="${script.type}"`
        : 'imported by a script',
    '<script type="module" src="https://<appliance>/plugin.js">',
  )
  note(
    'script.origin',
    'It comes from the appliance itself',
    network.applianceVersion === null ? 'fail' : 'pass',
    network.applianceVersion === null
      ? `${network.applianceOrigin ?? 'nowhere'} has no plugin.json: the file was copied`
      : `${network.applianceOrigin}, version ${network.applianceVersion}`,
    'Load it from the appliance: it fetches its other files, and speaks, where it came from.',
  )
  const src = script?.src ?? network.pluginRequests[0] ?? ''
  const isPinned = PINNED.test(src)
  const hasIntegrity = (script?.integrity ?? '') !== ''
  note(
    'script.integrity',
    'Integrity fits the address',
    hasIntegrity && !isPinned ? 'fail' : 'pass',
    hasIntegrity
      ? isPinned
        ? 'a pinned version with its hash'
        : 'a hash on an address that changes with every update'
      : isPinned
        ? 'a pinned version without a hash'
        : 'always the current version, no hash',
    `Use the pinned address with the hash of /plugin.json: ${network.stated?.pinned ?? '/plugin@x.y.z.js'}`,
  )
}

function judgeInit({ page }: Observed, note: Note) {
  const inits = callsOf(page.calls, 'init')
  const [first] = inits
  if (!first)
    return note(
      'init.called',
      'init is called',
      'fail',
      'never called',
      'await plugin.init({ getToken }) before mount.',
    )
  note('init.called', 'init is called', 'pass', `${inits.length} time(s)`)
  const early = page.listenersAdded.some((at) => at <= first.at)
  note(
    'listener.before-init',
    'A listener is registered before init',
    early ? 'pass' : 'fail',
    early
      ? 'registered in time'
      : page.listenersAdded.length > 0
        ? 'registered after init'
        : 'no listener at all',
    'Call addMessageListener before init, or svc.plugin.error.auth passes unheard.',
  )
  const hasty = callsOf(page.calls, 'mount').some(
    (mount) =>
      !inits.some(
        ({ at, settledAt }) => at < mount.at && settledAt !== null && settledAt <= mount.at,
      ),
  )
  note(
    'init.awaited',
    'mount waits for init',
    hasty ? 'warn' : 'pass',
    hasty ? 'mount was called before init had settled' : 'init had settled',
    'await plugin.init(…), then mount: then a refused session never shows an open panel.',
  )
  const failed = inits.filter(({ outcome, code }) => outcome === 'rejected' && code !== 'UNMOUNTED')
  note(
    'init.resolves',
    'The session is accepted',
    failed.length > 0 ? 'fail' : 'pass',
    failed.length > 0 ? `init rejected: ${failed.map(({ code }) => code).join(', ')}` : 'accepted',
    'See the error codes in the integration guide; the organization must list this page’s origin.',
  )
  const provided = inits.every(({ init }) => init?.hasProvider)
  note(
    'init.provider',
    'Sessions can be renewed (getToken)',
    provided ? 'pass' : 'warn',
    provided
      ? 'getToken is given'
      : 'only a fixed token: the session ends with it, maybe while recording',
    'Give init a getToken that asks your backend.',
  )
}

function judgeTokens({ page }: Observed, note: Note) {
  const kinds = page.tokens.map(({ kind }) => kind)
  note(
    'token.not-a-key',
    'The token is no API key',
    kinds.includes('api_key') ? 'fail' : 'pass',
    kinds.includes('api_key') ? 'an API key reached the browser' : 'none seen',
    'Revoke that key now; exchange keys for tokens in your backend.',
  )
  const bad = page.tokens.filter(
    ({ kind }) => kind === 'empty' || kind === 'not_text' || kind === 'failed',
  )
  const slowest = Math.max(0, ...page.tokens.map(({ durationMs }) => durationMs))
  const late = slowest > TOKEN_LIMIT_MS
  note(
    'token.in-time',
    'getToken answers in time, with a text',
    bad.length > 0 || late ? 'fail' : slowest > SLOW_TOKEN_MS ? 'warn' : 'pass',
    bad.length > 0
      ? `getToken: ${bad.map(({ kind }) => kind).join(', ')}`
      : `slowest ${Math.round(slowest)} ms`,
    'It has 10 seconds and must resolve to the field `access` of your backend’s answer.',
  )
}

function judgeMounts({ page }: Observed, note: Note) {
  const mounts = callsOf(page.calls, 'mount')
  if (mounts.length === 0)
    return note(
      'mount.called',
      'mount is called',
      'fail',
      'never called',
      'Call mount for a consultation; name with --click what a user clicks until then.',
    )
  note('mount.called', 'mount is called', 'pass', `${mounts.length} time(s)`)
  const missing = mounts.flatMap(({ mount }) =>
    Object.entries(mount?.ids ?? {}).flatMap(([name, there]) => (there ? [] : [name])),
  )
  note(
    'mount.ids',
    'Three identifiers, none empty',
    missing.length > 0 ? 'fail' : 'pass',
    missing.length > 0
      ? `missing: ${[...new Set(missing)].join(', ')}`
      : 'doctorId, patientId, consultationId',
    'Give all three as non-empty texts of your own system.',
  )
  const refused = mounts.filter(({ mount }) => mount?.refused)
  note(
    'mount.unmounted-first',
    'unmount before the next mount',
    refused.length > 0 ? 'fail' : 'pass',
    refused.length > 0
      ? 'a mount met an open consultation: it shows the patient before'
      : 'no mount met an open one',
    'await plugin.unmount() when the patient changes, then init and mount.',
  )
  const ready = page.events.includes('svc.plugin.ready')
  const rejected = mounts.filter(
    ({ outcome, code }) => outcome === 'rejected' && code !== 'UNMOUNTED',
  )
  note(
    'mount.ready',
    'The assistant becomes ready',
    ready ? 'pass' : 'fail',
    ready
      ? 'svc.plugin.ready'
      : `not ready; ${rejected.map(({ code }) => code).join(', ') || 'no error'}`,
    'Look at the panel and at the codes in the integration guide.',
  )
  const boxes = mounts.flatMap(({ mount }) => mount?.element ?? [])
  const narrow = boxes.filter(({ width }) => width < NARROWEST_PX)
  note(
    'mount.size',
    'renderElement is at least 320 px wide',
    narrow.length > 0 ? 'fail' : 'pass',
    boxes.map(({ width, height }) => `${width} × ${height} px`).join(', ') || 'floating window',
    'Give the element 320 px or more and show it before mount.',
  )
}

function judgeEvents({ page, reactions }: Observed, note: Note) {
  const settings = callsOf(page.calls, 'mount').flatMap(({ mount }) => mount ?? [])
  if (settings.some(({ messageSubscriptions }) => !messageSubscriptions))
    note(
      'events.on',
      'Events are delivered',
      'warn',
      'messageSubscriptions is false',
      'Leave it out unless the page wants nothing.',
    )
  if (settings.some(({ enableFillEhr }) => enableFillEhr))
    note(
      'events.fill',
      'The fill event is handled',
      reactions.fill?.read ? 'pass' : 'fail',
      reactions.fill?.read
        ? 'a listener takes the document'
        : 'no listener looks at eventData.document',
      'Handle svc.plugin.ehr.fill, or leave enableFillEhr out: the button would do nothing.',
    )
  if (settings.some(({ hasSchema }) => hasSchema))
    note(
      'events.structured',
      'The structured output is handled',
      reactions.structured?.read ? 'pass' : 'fail',
      reactions.structured?.read
        ? 'a listener takes the output'
        : 'no listener looks at eventData.output',
      'Handle svc.plugin.ehr.structured_output: with a schema, the fill event holds the text only.',
    )
}

function judgeRefusedVisit({ refusedVisit }: Observed, note: Note) {
  if (!refusedVisit) return
  const { unhandled, heardAuthError, reaction } = refusedVisit
  note(
    'rejections.handled',
    'Rejected promises are handled',
    unhandled.length > 0 ? 'fail' : 'pass',
    unhandled.length > 0
      ? `with a refused session, unhandled: ${[...new Set(unhandled)].join(', ')}`
      : 'nothing is left unhandled',
    'Wrap init and mount in try/catch: they reject with { code, message }.',
  )
  const handled = reaction.listeners > 0 && (reaction.read || reaction.reacted)
  note(
    'events.auth',
    'svc.plugin.error.auth is handled',
    handled ? 'pass' : 'fail',
    handled
      ? 'the page reacts'
      : heardAuthError
        ? 'the event came, and nothing happened'
        : 'no listener reacts to it',
    'Tell your user, or have them sign in again: eventData.message can be shown.',
  )
}

function judgeLeftovers({ leftovers }: Observed, note: Note) {
  if (!leftovers) return
  const { elements } = leftovers
  note(
    'unmount.leftovers',
    'unmount leaves nothing behind',
    elements > 0 ? 'warn' : 'pass',
    elements > 0 ? `${elements} element(s) of the assistant are still there` : 'nothing left',
    'Call unmount once, and load the script once.',
  )
}

function callsOf(calls: readonly PluginCall[], name: string): PluginCall[] {
  return calls.filter((call) => call.name === name)
}
