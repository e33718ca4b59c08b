import { type Actions, canGenerate, canRecord } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { clockTime } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { icon } from './icon.ts'
import { LevelMeter } from './level-meter.ts'
import { notUnderstoodNotice } from './not-understood.ts'

/** Under every tab: the recorder at hand, and the next step. */
export function dock(model: Model, actions: Actions): Children {
  const { t, nav, documents } = model
  if (nav.tab === 'documents' && (documents.open || documents.generating)) return null
  const onRecorder = nav.tab === 'recording'
  return [
    notUnderstoodNotice(model),
    m('.dock', [
      !onRecorder && smallRecorder(model, actions),
      m('.dock-space'),
      button(t.recorder.generate, {
        icon: 'sparkle',
        kind: onRecorder && model.recorder.phase !== 'finished' ? 'plain' : 'primary',
        disabled: !canGenerate(model),
        title: canGenerate(model) ? undefined : t.documents.nothingYet,
        onclick: actions.pickTemplate,
      }),
    ]),
  ]
}

function smallRecorder(model: Model, actions: Actions): Children {
  const { t, recorder } = model
  const { phase } = recorder
  const recording = phase === 'recording'
  if (phase === 'finished' || phase === 'finishing') return null
  const label = recording
    ? t.recorder.pause
    : recorder.elapsedMs() > 0
      ? t.recorder.resume
      : t.recorder.start
  return [
    m(
      'button.record.small[type=button]',
      {
        class: recording ? 'on' : '',
        onclick: actions.toggleRecording,
        disabled: !recording && !canRecord(model),
        'aria-label': label,
        title: label,
      },
      icon(recording ? 'pause' : 'mic', 18),
    ),
    m('span.clock', { class: phase }, clockTime(recorder.elapsedMs())),
    recording && m(LevelMeter, { recorder, label: t.recorder.level, bars: 14 }),
  ]
}
