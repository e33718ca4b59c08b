/** What the panel shows instead of everything: a PIN to choose, or to open it with. */
import { button } from '../components/button.ts'
import { clockTime } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { entry, submit, submitting, told } from './form.ts'
import type { PanelState } from './panel-state.ts'
import { words } from './words.ts'

const DIGITS = {
  type: 'password',
  inputmode: 'numeric',
  autocomplete: 'off',
  minlength: 4,
  maxlength: 12,
}

export function newPinScreen(state: PanelState): Children {
  const t = words.lock
  return m('main.sheet', { key: 'pin' }, [
    m('h1', t.choose),
    m('p.note', t.why),
    told(state),
    m('form', { onsubmit: submitting((read) => void state.setPin(read('pin'), read('again'))) }, [
      entry('pin', t.pin, { ...DIGITS, autofocus: true }),
      entry('again', t.again, DIGITS),
      submit(state, t.keep, t.keeping),
    ]),
  ])
}

/** Of a recording no more than that it goes on: whose it is, is not said. */
export function lockScreen(state: PanelState): Children {
  const t = words.lock
  const { account, recorded } = state
  return m('main.sheet', { key: 'lock' }, [
    m('h1', t.locked),
    m('p.note', t.lockedFor(account?.doctor.name ?? '')),
    recorded && m('p.recorded[role=status]', t.recording(clockTime(recorded.elapsedMs))),
    told(state),
    m('form', { onsubmit: submitting((read) => void state.unlock(read('pin')), { clear: true }) }, [
      entry('pin', t.pin, { ...DIGITS, autofocus: true }),
      submit(state, t.open, t.opening),
    ]),
    m('.foot', [
      m('p.note', t.forgotten),
      button(words.visits.signOut, { kind: 'quiet', onclick: () => void state.leave() }),
    ]),
  ])
}
