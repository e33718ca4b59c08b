/** Dialogs that few open, and seldom: what they take is fetched when one is opened. */
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Component, m, type Vnode } from '../view.ts'

interface HistoryAttrs {
  model: Model
  open: OpenDocument
  onclose(): void
}

type LateComponent<Attrs> = (vnode: Vnode<Attrs>) => Component<Attrs>

export const LateModelEditor = lateDialog<{ model: Model }>(
  async () => (await import('./model-editor.ts')).ModelEditor,
  ({ model }) => model.nav.openDialog('templates'),
)

export const LateDocumentHistory = lateDialog<HistoryAttrs>(
  async () => (await import('./document-history.ts')).DocumentHistory,
  ({ onclose }) => onclose(),
)

export const LateTemplatePicker = lateDialog<{ model: Model; actions: Actions }>(
  async () => (await import('./template-picker.ts')).TemplatePicker,
  ({ model }) => model.nav.closeDialog(),
)

export const LateKeys = lateDialog<{ model: Model }>(
  async () => (await import('./keys-dialog.ts')).KeysDialog,
  ({ model }) => model.nav.closeDialog(),
)

/** @param onFailed it cannot be fetched now: what stands in its place */
function lateDialog<Attrs extends { model: Model }>(
  load: () => Promise<LateComponent<Attrs>>,
  onFailed: (attrs: Attrs) => void,
): LateComponent<Attrs> {
  let fetched: LateComponent<Attrs> | undefined

  async function fetch(attrs: Attrs) {
    const { t, notices, changed } = attrs.model
    try {
      fetched = await load()
    } catch {
      onFailed(attrs)
      notices.show(t.failures.offline.title, 'error')
    }
    changed()
  }

  return () => ({
    oninit({ attrs }: Vnode<Attrs>) {
      if (!fetched) void fetch(attrs)
    },
    view: ({ attrs }: Vnode<Attrs>) => (fetched ? m(fetched, attrs) : null),
  })
}
