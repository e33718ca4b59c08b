import m from 'mithril'
import type { Asked } from './app.ts'
import { words } from './words.ts'

/** One question at a time; Escape is no. The browser gives the focus back to what opened it. */
export const Dialog: m.ClosureComponent<{ asked: Asked }> = ({ attrs: { asked } }) => {
  let option = false
  let given: { option: boolean } | null = null
  const close = (event: Event) => (event.target as HTMLElement).closest('dialog')?.close()
  return {
    oncreate: ({ dom }) => (dom as HTMLDialogElement).showModal(),
    view() {
      return m(
        'dialog',
        { 'aria-labelledby': 'question', onclose: () => asked.answer(given) },
        m('h2', { id: 'question' }, asked.title),
        m('p', asked.text),
        asked.option &&
          m(
            'label.option',
            m('input', {
              type: 'checkbox',
              checked: option,
              onchange: (event: Event) => {
                option = (event.target as HTMLInputElement).checked
              },
            }),
            asked.option,
          ),
        m(
          '.buttons',
          m('button', { type: 'button', autofocus: true, onclick: close }, words.cancel),
          m(
            'button.main',
            {
              type: 'button',
              class: asked.danger ? 'danger' : '',
              onclick: (event: Event) => {
                given = { option }
                close(event)
              },
            },
            asked.action,
          ),
        ),
      )
    },
  }
}
