import { browserFamily, changedBuiltin } from '../services/browser-support.ts'
import { copyPlainText } from '../services/clipboard.ts'
import { jsonOf } from '../services/json.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button } from './button.ts'
import { type IconName, icon } from './icon.ts'

/** Grey shapes of the workspace to come; words only when it takes long (SPEC-GAPS 2.2). */
export function loadingScreen({ t, opening, deps }: Model): Children {
  return m('.loading[role=status]', { 'aria-label': t.loading.label }, [
    m(
      '.skeleton-tabs',
      [1, 2, 3, 4, 5].map((n) => m('i.bone', { key: n })),
    ),
    m('.skeleton-body', [m('i.bone.tall'), m('i.bone.tall'), m('i.bone'), m('i.bone.short')]),
    opening.phase === 'slow' && m('p.loading-text', t.loading.slow),
    opening.phase === 'late' && [
      m('p.loading-text', t.loading.late),
      button(t.retry, { onclick: () => void opening.run() }),
    ],
    opening.phase !== 'loading' &&
      deps.network.mayAsk &&
      m('p.loading-text', t.localNetwork.mayAsk),
  ])
}

const ICONS: Record<string, IconName> = {
  auth: 'shield',
  identifier_mismatch: 'person',
  offline: 'offline',
  local_network: 'offline',
  forbidden: 'shield',
  origin: 'shield',
  insecure: 'shield',
  unsupported: 'warning',
  changed: 'warning',
  unexpected: 'warning',
}

/** The same page in the same browser gives the same answer. */
const NO_RETRY = new Set(['identifier_mismatch', 'insecure', 'unsupported', 'changed'])

export function failureScreen(model: Model, actions: Actions): Children {
  const { t, opening, deps, frame } = model
  const { failure } = opening
  if (!failure) return null
  const { title, text } = t.failures[failure.kind]
  const { renewable } = deps.session.credentials
  const canRetry = failure.kind === 'auth' ? renewable : !NO_RETRY.has(failure.kind)
  return m('.message-screen[role=alert]', [
    m('.message-icon', icon(ICONS[failure.kind] ?? 'warning', 26)),
    m('h2', title),
    m('p', failure.message ?? text),
    opening.retryAt !== undefined && m(Countdown, { model, until: opening.retryAt }),
    failure.kind === 'unsupported' && browserList(model),
    failure.kind === 'local_network' && allowingSteps(model),
    failure.kind === 'origin' && m('p.code', globalThis.origin),
    failure.kind === 'changed' && m('p.code', changedBuiltin()),
    m('p.code', t.failures.code(failure.code)),
    failure.requestId && m('p.code', t.failures.request(failure.requestId)),
    m('.row', [
      canRetry && button(t.retry, { kind: 'primary', onclick: () => void opening.run() }),
      failure.kind === 'insecure' &&
        button(t.failures.withoutRecording, { onclick: () => void model.openWithoutRecording() }),
      frame.floating && button(t.close, { onclick: actions.close }),
      failure.kind === 'unexpected' &&
        button(t.failures.copyDetails, { icon: 'copy', onclick: () => void copyDetails(model) }),
    ]),
  ])
}

function browserList({ t }: Model): Children {
  return [
    m(
      'ul.browsers',
      t.failures.browsers.map((name) => m('li', name)),
    ),
    m('p', t.failures.httpsNeeded),
  ]
}

/** What the doctor does, and what the administrator can do for all. */
function allowingSteps({ t }: Model): Children {
  return [
    m(
      'ol.steps',
      t.localNetwork.steps[browserFamily()].map((step) => m('li', step)),
    ),
    m('p', t.localNetwork.forAdministrators(globalThis.origin)),
  ]
}

/** Nothing clinical: what failed, where in the server's log it is, and when. */
async function copyDetails({ t, opening, notices, deps }: Model) {
  const { code, requestId } = opening.failure ?? {}
  const text = jsonOf({
    code,
    request_id: requestId,
    at: new Date().toISOString(),
    base: deps.base,
    browser: navigator.userAgent,
  })
  if (await copyPlainText(text)) notices.show(t.failures.detailsCopied)
  else notices.show(t.document.copyBlocked, 'warning')
}

/** Counts the seconds to the next attempt; its clock ends with it. */
function Countdown(): Component<{ model: Model; until: number }> {
  let clock: ReturnType<typeof setInterval>
  return {
    oncreate: ({ attrs: { model } }) => {
      clock = setInterval(model.changed, 1000)
    },
    onremove: () => clearInterval(clock),
    view: ({ attrs: { model, until } }: Vnode<{ model: Model; until: number }>) =>
      m(
        'p.code',
        model.t.failures.offline.countdown?.(Math.max(0, Math.ceil((until - Date.now()) / 1000))),
      ),
  }
}
