import type { Model } from '../state/model.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button } from './button.ts'
import { Dialog } from './dialog.ts'

interface Attrs {
  model: Model
}

/** Asks before the clock is set to zero, and whether what was said goes too (SPEC-GAPS 2.4). */
export function ResetDialog(): Component<Attrs> {
  let erase = false

  return {
    view({ attrs: { model } }: Vnode<Attrs>): Children {
      const { t, nav, recorder } = model
      return m(
        Dialog,
        { title: t.recorder.resetTitle, closeLabel: t.cancel, onclose: nav.closeDialog },
        [
          m('.dialog-body', [
            m('p', erase ? t.recording.eraseNote : t.recorder.resetText),
            m('label.check', [
              m('input[type=checkbox]', {
                checked: erase,
                onchange(event: Event) {
                  erase = (event.target as HTMLInputElement).checked
                  model.changed()
                },
              }),
              m('span', t.recording.eraseToo),
            ]),
          ]),
          m('.dialog-actions', [
            button(t.cancel, { onclick: nav.closeDialog }),
            button(t.recorder.resetConfirm, {
              kind: 'danger',
              onclick() {
                nav.closeDialog()
                void recorder.reset({ erase })
              },
            }),
          ]),
        ],
      )
    },
  }
}
