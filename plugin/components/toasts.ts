import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { icon } from './icon.ts'

/**
 * Between what is read and what is pressed, in a place of their own: they cover nothing that could
 * be clicked.
 */
export function toasts({ notices, t }: Model): Children {
  if (notices.toasts.length === 0) return null
  return m(
    '.toasts',
    notices.toasts.map(({ id, text, tone, action }) =>
      m('.toast', { key: id, class: tone }, [
        icon(tone === 'done' ? 'check' : 'warning', 16),
        m('p', text),
        action &&
          m(
            'button.toast-action[type=button]',
            {
              onclick() {
                notices.dismiss(id)
                action.run()
              },
            },
            action.label,
          ),
        m(
          'button.icon-button[type=button]',
          { 'aria-label': t.dismiss, onclick: () => notices.dismiss(id) },
          icon('close', 14),
        ),
      ]),
    ),
  )
}
