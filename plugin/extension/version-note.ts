/** Says that extension and appliance do not fit, and what helps. */
import { button } from '../components/button.ts'
import { type Children, m } from '../view.ts'
import type { PanelState } from './panel-state.ts'
import { words } from './words.ts'

export function versionNote(state: PanelState): Children {
  const { fit, update, recorded } = state
  const t = words.version
  if (fit === 'fits') return null
  return m('.told[role=alert]', [
    m('p', t[fit]),
    m('p', t.kept),
    fit === 'extension_old' &&
      (update === 'ready'
        ? button(t.restart, { disabled: recorded !== null, onclick: () => state.restart() })
        : button(t.look, { disabled: state.isBusy, onclick: () => void state.lookForUpdate() })),
    update === 'none' && m('p', t.none),
  ])
}
