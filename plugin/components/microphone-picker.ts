import { browserFamily } from '../services/browser-support.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { icon } from './icon.ts'

/**
 * The microphones of this computer with the current one ticked, and the try of it (SPEC-GAPS 2.4).
 */
export function microphonePicker(model: Model): Children {
  const { t, recorder } = model
  const { capture } = recorder
  if (capture.released) return m('p.device[role=status]', icon('micOff', 15), t.recorder.released)
  const { devices } = capture
  const current = devices.find(({ id }) => id === capture.deviceId) ?? devices[0]
  return m(
    'details.microphone',
    {
      ontoggle(event: Event) {
        if ((event.currentTarget as HTMLDetailsElement).open) void capture.refreshDevices()
      },
    },
    [
      m('summary', { title: t.recording.devices }, [
        icon('mic', 15),
        m('span', current?.label || t.recorder.defaultDevice),
        icon('chevron', 16),
      ]),
      m('fieldset.card.list', [
        m('legend.hidden', t.recorder.device),
        devices.map(({ id, label }) =>
          m('label.radio', { key: id }, [
            m('input[type=radio][name=svc-microphone]', {
              value: id,
              checked: id === current?.id,
              onchange: () => void capture.chooseDevice(id),
            }),
            m('span.radio-mark', { 'aria-hidden': 'true' }),
            m('span', label || t.recorder.defaultDevice),
          ]),
        ),
      ]),
      m('label.check', [
        m('input[type=checkbox]', {
          checked: capture.goesOn,
          onchange(event: Event) {
            capture.goesOn = (event.currentTarget as HTMLInputElement).checked
          },
        }),
        m('span', t.recording.goOn),
      ]),
      devices.length === 0 && m('p.hint', t.recording.noDevices),
      recorder.phase !== 'recording' && trial(model),
    ],
  )
}

function trial({ t, microphoneTest }: Model): Children {
  const { phase, level, verdict, fault } = microphoneTest
  const words = t.recording.test
  if (phase === 'idle')
    return m('.trial', [
      button(words.start, { icon: 'mic', onclick: () => void microphoneTest.start() }),
      fault
        ? m('p.warning-text[role=status]', t.microphone[fault].title)
        : verdict &&
          m(
            'p[role=status]',
            { class: verdict === 'good' ? '' : 'warning-text' },
            words.verdicts[verdict],
          ),
    ])
  return m('.trial', [
    button(words.stop, { icon: 'stop', onclick: microphoneTest.stop }),
    m('p[role=status]', words[phase]),
    phase === 'listening' && m('progress', { max: 1, value: level, 'aria-label': words.level }),
  ])
}

/**
 * Why there is no microphone, and what to do in this browser; the rest of the product goes on
 * working.
 */
export function microphoneHelp({ t, recorder, nav }: Model, actions: Actions): Children {
  const fault = recorder.fault ?? 'worklet'
  const { title, steps } = t.microphone[fault]
  const denied = recorder.deniedSteps ?? t.recording.deniedSteps[browserFamily()]
  const here = fault === 'denied' ? denied : steps
  return m('.message-screen[role=alert]', [
    m('.message-icon', icon('micOff', 26)),
    m('h2', title),
    m(
      'ol.steps',
      here.map((step) => m('li', step)),
    ),
    m('.row', [
      button(t.retry, { kind: 'primary', onclick: actions.toggleRecording }),
      button(t.tabs.context, { onclick: () => nav.go('context') }),
      // What was recorded before can be finished without a microphone.
      recorder.elapsedMs() > 0 &&
        button(t.recorder.finish, { icon: 'check', onclick: actions.finishRecording }),
    ]),
  ])
}
