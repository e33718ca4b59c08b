import type { Model } from '../state/model.ts'
import { type Component, m, type Vnode } from '../view.ts'
import type { ModelEditor } from './model-editor.ts'

interface Attrs {
  model: Model
}

let fetched: typeof ModelEditor | undefined

/** Few doctors write models, and seldom: what that takes is fetched when one begins. */
export function LateModelEditor(): Component<Attrs> {
  async function load(model: Model) {
    try {
      fetched = (await import('./model-editor.ts')).ModelEditor
      model.changed()
    } catch {
      model.nav.openDialog('templates')
      model.notices.show(model.t.failures.offline.title, 'error')
    }
  }

  return {
    oninit({ attrs: { model } }: Vnode<Attrs>) {
      if (!fetched) void load(model)
    },
    view: ({ attrs }: Vnode<Attrs>) => (fetched ? m(fetched, attrs) : null),
  }
}
