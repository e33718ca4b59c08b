import { browserFamily } from '../services/browser-support.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { icon } from './icon.ts'

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
