import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { timeOfDay } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'

/** What can be done with the document as a whole, always in sight. */
export function documentActions(
  { t, deps }: Model,
  actions: Actions,
  { document, busy, filledAt }: OpenDocument,
): Children {
  const { allowCopyDocument, enableFillEhr } = deps.settings
  if (document.status === 'failed') return null
  const reviewed = document.status === 'reviewed'
  return m('.action-bar', [
    allowCopyDocument &&
      button(t.document.copyShort, {
        icon: 'copy',
        class: 'compact',
        'aria-label': t.document.copy,
        onclick: actions.copyDocument,
      }),
    button(reviewed ? t.document.reviewed : t.document.review, {
      icon: 'check',
      kind: reviewed || enableFillEhr ? 'plain' : 'primary',
      class: 'compact',
      disabled: reviewed,
      busy: busy === 'reviewing',
      onclick: actions.reviewDocument,
    }),
    enableFillEhr &&
      button(filledAt ? t.document.filled(timeOfDay(filledAt, t.language)) : t.document.fill, {
        icon: filledAt ? 'check' : 'send',
        kind: 'primary',
        busy: busy === 'saving',
        class: 'grow',
        onclick: actions.fillEhr,
      }),
  ])
}
