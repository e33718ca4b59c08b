/** What stands around the visit: signing in, choosing a visit, and the bar above an open one. */
import { button } from '../components/button.ts'
import { timeOfDay } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { fillScreen } from './fill-screen.ts'
import type { PanelState } from './panel-state.ts'
import { words } from './words.ts'

export function panelScreen(state: PanelState): Children {
  if (state.visit) return [bar(state), told(state), fillScreen(state)]
  return m('main.sheet', [state.account ? visits(state) : signInForm(state)])
}

function signInForm(state: PanelState): Children {
  const t = words.signIn
  return [
    m('h1', t.title),
    m('p.note', t.hint),
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
          ? entry('address', t.address, { type: 'url', placeholder: 'https://' })
          : m('p.note', state.managedAddress),
        entry('code', t.code, { autocomplete: 'one-time-code', spellcheck: false }),
        entry('device', t.device, { placeholder: t.deviceExample }),
        submit(state, t.enter, t.entering),
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
      submit(state, t.begin, t.beginning),
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
    m(
      '.foot',
      button(t.signOut, {
        kind: 'quiet',
        disabled: state.recorded !== null,
        onclick: () => void state.leave(),
      }),
    ),
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

function told({ told, sheet, undo }: PanelState): Children {
  if (!told) return null
  return m('.told', { role: told.ok ? 'status' : 'alert', class: told.ok ? 'ok' : '' }, [
    m('p', told.text),
    told.undo && button(words.fill.undo, { kind: 'quiet', onclick: () => void undo() }),
    told.fields && button(words.fill.fields, { kind: 'quiet', onclick: () => sheet.show() }),
  ])
}

function entry(name: string, label: string, attributes: Record<string, unknown>): Children {
  return m(
    'label.entry',
    label,
    m('input', { name, required: true, maxlength: 255, ...attributes }),
  )
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

function submit(state: PanelState, label: string, busyLabel: string): Children {
  const { isBusy } = state
  return m(
    'button.button.primary[type=submit]',
    { 'aria-busy': isBusy ? 'true' : null, disabled: isBusy },
    isBusy ? busyLabel : label,
  )
}

/** What was entered, by name. */
function submitting(send: (read: (name: string) => string) => void) {
  return (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    send((name) => String(form.get(name) ?? ''))
  }
}
