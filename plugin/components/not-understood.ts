import type { Segment } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { icon } from './icon.ts'
import { clipOf, playClipButton } from './play-clip.ts'

/**
 * In the place of a line's words: that none were understood, their sound, and the two ways to say
 * what it was.
 */
export function notUnderstoodLine(model: Model, segment: Segment): Children {
  const { t, transcriptEdit } = model
  const { start_time, too_soft } = segment
  return m('.said', [
    m('p.missed', icon('warning', 15), too_soft ? t.notUnderstood.soft : t.notUnderstood.line),
    m('.row.missed-actions', [
      playClipButton(model, clipOf(segment), start_time),
      button(t.notUnderstood.write, {
        icon: 'pencil',
        class: 'compact',
        'aria-label': t.notUnderstood.writeAt(start_time),
        onclick: () => void transcriptEdit.begin(segment),
      }),
      button(t.notUnderstood.nobody, {
        class: 'compact',
        'aria-label': t.notUnderstood.nobodyAt(start_time),
        onclick: () => void transcriptEdit.silence(segment),
      }),
    ]),
  ])
}

/**
 * Where a document is written or read: how many there are. It leads to the first, and from one to
 * the next.
 */
export function notUnderstoodNotice({ t, transcript, nav }: Model): Children {
  const all = transcript.notUnderstood
  if (all.length === 0) return null
  const shown = all.findIndex(({ id }) => id === nav.highlightedSegment)
  const next = all[(shown + 1) % all.length]!
  return m(
    'p.missed-notice',
    icon('warning', 15),
    m(
      'button.link[type=button]',
      { onclick: () => nav.goToSegment(next.id) },
      t.notUnderstood.listen(all.length),
    ),
  )
}
