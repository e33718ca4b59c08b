/** What stands around the visit: signing in, choosing a visit, and the bar above an open one. */
import { button } from '../components/button.ts'
import { clockTime, timeOfDay } from '../text/figures.ts'
import { type Children, m } from '../view.ts'
import { fillScreen } from './fill-screen.ts'
import { entry, submit, submitting, told } from './form.ts'
import type { PanelState } from './panel-state.ts'
import { words } from './words.ts'

export function panelScreen(state: PanelState): Children {
  if (state.account && state.lock.isLocked) return lockScreen(state)
  if (state.account && state.lock.needsPin) return newPinScreen(state)
  if (state.visit) return [bar(state), told(state), fillScreen(state)]
  return m('main.sheet', [state.account ? visits(state) : signInForm(state)])
}

function signInForm(state: PanelState): Children {
  const t = words.signIn
  return [
    m('h1', t.title),
    m('p.note', t.hint),
    versionNote(state),
    told(state),
    m(
      'form',
      {
        onsubmit: submitting(
          (read) =>
            void state.enter({
              address: read('address'),
              code: read('code'),
              device: read('device'),
            }),
        ),
      },
      [
        state.managedAddress === undefined
          ? entry('address', t.address, {
              type: 'url',
              placeholder: 'https://',
              required: false,
              onchange: (event: Event) => void state.meet((event.target as HTMLInputElement).value),
            })
          : m('p.note', state.managedAddress),
        entry('code', t.code, { autocomplete: 'one-time-code', spellcheck: false }),
        entry('device', t.device, { placeholder: t.deviceExample }),
        submit(state, t.enter, t.entering),
        state.provider &&
          button(t.byProvider(state.provider), {
            disabled: state.isBusy,
            onclick: (event: Event) => {
              const form = new FormData((event.currentTarget as HTMLElement).closest('form')!)
              void state.enterByProvider({
                address: String(form.get('address') ?? ''),
                device: String(form.get('device') ?? '') || t.deviceExample,
              })
            },
          }),
      ],
    ),
  ]
}

function visits(state: PanelState): Children {
  const t = words.visits
  const { doctor, organization } = state.account!
  return [
    m('p.note', t.signedInAs(doctor.name, organization.name)),
    recordedNow(state),
    versionNote(state),
    m('h1', t.title),
    told(state),
    button(words.reading.ask, {
      icon: 'document',
      disabled: state.isBusy,
      onclick: () => void state.read(),
    }),
    m('form', { onsubmit: submitting((read) => void state.begin(read('byVideo') !== '')) }, [
      entry('name', t.patient, { autofocus: true, ...held(state, 'name') }),
      entry('number', t.number, { required: false, ...held(state, 'number') }),
      state.entries.ehrId && m('p.note', t.ehrId(state.entries.ehrId)),
      m('label.tick', m('input[type=checkbox][name=byVideo]'), t.type),
      submit(state, t.begin, t.beginning, state.fit === 'fits'),
    ]),
    m('h2', t.today),
    state.listed.length === 0
      ? m('p.note', t.none)
      : m(
          'ul.visits',
          state.listed.map(({ id, patient, started_at }) =>
            m(
              'li',
              { key: id },
              m(
                'button.visit[type=button]',
                {
                  'aria-label': t.open(patient.name ?? t.unnamed),
                  disabled: state.isBusy,
                  onclick: () => void state.open({ id }),
                },
                m('span.name', patient.name ?? t.unnamed),
                m('time', timeOfDay(Date.parse(started_at), 'pt-BR')),
              ),
            ),
          ),
        ),
    m('.foot', [
      state.lock.canLock &&
        button(words.lock.now, { kind: 'quiet', onclick: () => void state.lockNow() }),
      button(t.signOut, {
        kind: 'quiet',
        disabled: state.recorded !== null,
        onclick: () => void state.leave(),
      }),
    ]),
  ]
}

/** Whose visit it is, always; and whose is recorded, where that is another one. */
function bar(state: PanelState): Children {
  const { recorded, visit } = state
  return m('.bar', [
    button(words.visits.back, { kind: 'quiet', icon: 'back', onclick: () => void state.back() }),
    m('.whose', [
      m('strong', visit?.patientName),
      recorded && recorded.visitId !== visit?.id ? recordedNow(state) : null,
    ]),
  ])
}

function recordedNow({ recorded }: PanelState): Children {
  return recorded && m('p.recorded[role=status]', words.recorded(recorded.patientName))
}

/** What is changed by hand is no longer the patient of the visit that was read. */
function held(state: PanelState, name: 'name' | 'number') {
  return {
    value: state.entries[name],
    oninput(event: Event) {
      const value = (event.currentTarget as HTMLInputElement).value
      state.entries = { ...state.entries, [name]: value, ehrId: '' }
    },
  }
}

/** Says that extension and appliance do not fit, and what helps. */
function versionNote(state: PanelState): Children {
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

const DIGITS = {
  type: 'password',
  inputmode: 'numeric',
  autocomplete: 'off',
  minlength: 4,
  maxlength: 12,
}

function newPinScreen(state: PanelState): Children {
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

/**
 * What the panel shows instead of everything: a PIN to choose, or to open it with.
 *
 * Of a recording no more than that it goes on: whose it is, is not said.
 */
function lockScreen(state: PanelState): Children {
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
