import type { Model } from '../state/model.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { Dialog } from './dialog.ts'

/** What the keyboard does here, and the switch for the keys that are plain letters. */
export function KeysDialog(): Component<{ model: Model }> {
  return {
    view: ({ attrs: { model } }: Vnode<{ model: Model }>) => keys(model),
  }
}

function keys({ t, nav, letterKeys }: Model): Children {
  return m(Dialog, { title: t.keys.title, closeLabel: t.close, onclose: nav.closeDialog }, [
    m('.dialog-body', [
      m(
        'dl.keys',
        t.keys.list.map(([key, what]) => [
          m('dt', { class: letterKeys.on || key!.length > 1 ? '' : 'off' }, m('kbd', key)),
          m('dd', what),
        ]),
      ),
      m('label.check', [
        m('input[type=checkbox][data-first]', {
          checked: letterKeys.on,
          onchange: (event: Event) => letterKeys.set((event.target as HTMLInputElement).checked),
        }),
        m('span', t.keys.letters),
      ]),
      m('p.note', t.keys.lettersNote),
    ]),
  ])
}
