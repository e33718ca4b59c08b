import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { fillButton, fillProblem } from './fill-button.ts'

/** What can be done with the document as a whole, always in sight. */
export function documentActions(model: Model, actions: Actions, open: OpenDocument): Children {
  const { t, deps } = model
  const { document, busy } = open
  const { allowCopyDocument, enableFillEhr } = deps.settings
  if (document.status === 'failed') return null
  const reviewed = document.status === 'reviewed'
  return m('.action-bar', [
    enableFillEhr && fillProblem(model, actions, open),
    allowCopyDocument &&
      button(t.document.copyShort, {
        icon: 'copy',
        class: 'compact lone-icon',
        short: '',
        'aria-label': t.document.copy,
        onclick: actions.copyDocument,
      }),
    button(reviewed ? t.document.reviewed : t.document.review, {
      icon: 'check',
      kind: reviewed || enableFillEhr ? 'plain' : 'primary',
      class: 'compact words-first',
      // Not disabled: whoever pressed it by key still stands on it.
      'aria-disabled': reviewed ? 'true' : null,
      busy: busy === 'reviewing',
      onclick: reviewed ? undefined : actions.reviewDocument,
    }),
    enableFillEhr && fillButton(model, actions, open),
  ])
}
