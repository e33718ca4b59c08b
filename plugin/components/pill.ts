import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { clockTime } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { iconButton } from './button.ts'
import { icon } from './icon.ts'

/** The minimised window: what is going on, and the one button that matters. */
export function pill({ t, recorder }: Model, actions: Actions): Children {
  const { phase } = recorder
  const active = phase === 'recording' || phase === 'paused'
  return m('.pill', [
    m(
      'button.pill-open[type=button]',
      { onclick: actions.restoreWindow },
      // The name says what is seen, in its order: who speaks to the computer says what he reads.
      m('span.hidden', `${t.window.open}. `),
      active ? m('span.dot', { class: phase }) : icon('quote', 16),
      m('span', active ? t.recorder[phase] : t.title),
      active && [' ', m('span.clock', clockTime(recorder.elapsedMs()))],
    ),
    phase === 'recording' &&
      iconButton('pause', t.recorder.pause, { onclick: actions.toggleRecording }),
    phase === 'paused' &&
      iconButton('mic', t.recorder.resume, { onclick: actions.toggleRecording }),
  ])
}
