import type {
  DocumentEditor as Editor,
  EditorOptions,
  EditorWords,
  Look,
  Tools,
} from '../editor/editor-contract.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { doubtfulSentences, type Support, saidAt } from '../text/evidence.ts'
import { elapsedText } from '../text/figures.ts'
import { type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button } from './button.ts'
import { readOnly } from './document-value.ts'
import { icon } from './icon.ts'

/**
 * What the mark of a value says: how many of its sentences are in doubt, else the time of the
 * words, or what there is instead.
 */
function markOf(t: Catalogue, support: Support): string {
  const doubtful = doubtfulSentences(support)
  const [without, differing, unsure] = (['none', 'contradicted', 'unsure'] as const).map(
    (kind) => doubtful.filter(({ support: found }) => found.kind === kind).length,
  ) as [number, number, number]
  if (support.kind === 'typed' && doubtful.length > 0)
    return `${t.document.typed} · ${t.evidence.inDoubt(without, differing, unsure)}`
  const total = support.sentences?.length ?? 0
  if (doubtful.length > 0 && without < total)
    return t.evidence.inDoubt(without, differing, unsure, total)
  if (support.kind === 'none') return t.document.noSource
  if (support.kind === 'contradicted') return t.evidence.differs
  if (support.kind === 'unsure') return t.evidence.unsure
  if (support.kind === 'typed') return t.document.typed
  const atMs = saidAt(support.spans)
  if (atMs !== undefined) return elapsedText(atMs)
  const source = support.spans[0]?.source ?? 'segment'
  return source === 'segment' ? t.document.sourceTitle : t.document[source]
}

interface Attrs {
  model: Model
  open: OpenDocument
  onReady(editor: Editor | undefined): void
  onTools(tools: Tools, closed: readonly string[]): void
  onLook(look: Look): void
  onCopySection(name: string): void
  onSearchCode(text: string): void
  onRewrite: EditorOptions['onRewrite']
}

type Phase = 'loading' | 'ready' | 'failed'

/**
 * Where the editor lives. It is fetched when the first document is opened; until then, and where it
 * cannot be fetched, the document can be read.
 */
export function DocumentEditor(): Component<Attrs> {
  let phase: Phase = 'loading'
  let editor: Editor | undefined
  let mount: HTMLElement | undefined
  let gone = false
  let shown: { revision: number; version: number }

  async function load({ attrs }: Vnode<Attrs>) {
    const { model, open } = attrs
    const { settings } = model.deps
    phase = 'loading'
    try {
      const { openEditor } = await import('../editor/open-editor.ts')
      if (gone || !mount) return
      shown = { revision: open.revision, version: open.document.version }
      editor = openEditor({
        mount,
        document: open.document,
        draft: open.draft,
        fields: open.fields,
        words: wordsOf(model),
        dragging: !settings.disableDragAndDrop,
        copying: settings.allowCopyDocument,
        onChange: (content, layout) => open.change({ content, layout }),
        onTools: attrs.onTools,
        onLook: attrs.onLook,
        onCopySection: attrs.onCopySection,
        onSearchCode: attrs.onSearchCode,
        rewriteBar: () =>
          model.info?.generator.kind === 'rules' ? model.t.rewrite.needsModel : undefined,
        onRewrite: attrs.onRewrite,
        announce: model.notices.announce,
      })
      open.selectText = editor.selectAll
      phase = 'ready'
      attrs.onReady(editor)
    } catch {
      phase = 'failed'
    }
    model.changed()
  }

  return {
    oncreate(vnode: VnodeDOM<Attrs>) {
      mount = vnode.dom.querySelector<HTMLElement>('.editor-frame') ?? undefined
      void load(vnode)
    },
    onupdate({ attrs: { open } }: VnodeDOM<Attrs>) {
      if (!editor) return
      const { revision, document, draft } = open
      if (revision !== shown.revision) editor.replace(document, draft)
      else if (document.version !== shown.version) editor.saved(document)
      shown = { revision, version: document.version }
    },
    onremove({ attrs: { open, onReady } }: VnodeDOM<Attrs>) {
      gone = true
      open.selectText = undefined
      editor?.destroy()
      onReady(undefined)
    },
    view(vnode: Vnode<Attrs>) {
      const { model, open } = vnode.attrs
      return m('.editor', [
        // Never redrawn: what is in it is the editor's.
        m('.editor-frame', { onbeforeupdate: () => false }),
        phase !== 'ready' &&
          m('.editor-waiting', [
            phase === 'failed'
              ? m('.inline-warning[role=alert]', [
                  icon('warning', 16),
                  m('p', model.t.editor.loadFailed),
                  button(model.t.retry, { onclick: () => void load(vnode) }),
                ])
              : m('p.note', m('span.spinner'), ' ', model.t.editor.loading),
            readOnly(open),
          ]),
      ])
    },
  }
}

function wordsOf(model: Model): EditorWords {
  const { editor, document, rewrite } = model.t
  return {
    ...editor,
    rewriteMenu: rewrite.menu,
    rewriteStyles: rewrite.styles,
    rewriteSection: rewrite.section,
    rewriteNothing: rewrite.nothing,
    sourceOf: document.sourceOf,
    mark: (support) => markOf(model.t, support),
    doubtAt: (text, mark) => `${mark}: ${text}`,
  }
}
