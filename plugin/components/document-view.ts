import type { EvidenceSpan } from '../../core/contract/api.ts'
import type { DocumentEditor as Editor, Look, Tools } from '../editor/editor-contract.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Rewrite, rewrite } from '../state/rewrite.ts'
import { supportOfSentence } from '../text/evidence.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { DiagnosesPanel, ProceduresPanel } from './coded-panels.ts'
import { conflictDialog } from './document-conflict.ts'
import { DocumentEditor } from './document-editor.ts'
import { documentActions, documentHead, documentProblem } from './document-head.ts'
import { documentToolbar } from './document-toolbar.ts'
import {
  EVIDENCE_ID,
  type EvidenceKeys,
  evidenceKeys,
  evidencePanel,
  type Focus,
} from './evidence-panel.ts'
import { unreadNotice } from './files-use.ts'
import { bringIntoView, caretInSight } from './focus.ts'
import { icon } from './icon.ts'
import { LateDocumentHistory } from './late-dialogs.ts'
import { notUnderstoodNotice } from './not-understood.ts'
import { SuggestionPanel } from './suggestion-panel.ts'
import { toasts } from './toasts.ts'
import { UnwrittenPanel } from './unwritten-panel.ts'
import { VisitPanel } from './visit-panel.ts'

interface Attrs {
  model: Model
  actions: Actions
  open: OpenDocument
}

const NO_TOOLS: Tools = {
  block: undefined,
  inTable: false,
  canUndo: false,
  canRedo: false,
  canMove: false,
  doubts: 0,
  isRewriteStale: false,
}

/**
 * A document for review and editing: every value one glance away from the words it rests on. Which
 * value is being looked at, and what the cursor stands in, is the view's own business, so it lives
 * here.
 */
export function DocumentView(): Component<Attrs> {
  let focus: Focus | undefined
  let editor: Editor | undefined
  let tools = NO_TOOLS
  let missing: readonly string[] = []
  let isHistoryOpen = false
  /** The conflict that the doctor put off deciding. */
  let putOff: unknown
  let dom: Element | undefined
  let rewriting: Rewrite | undefined
  let keys: EvidenceKeys | undefined
  const sight = caretInSight(() => editor)

  function endRewrite({ notices, t }: Model, suggestion?: readonly string[]) {
    rewriting?.drop()
    editor?.endRewrite(suggestion)
    notices.announce(suggestion ? t.rewrite.accepted : t.rewrite.rejected)
    editor?.focus()
  }

  return {
    oninit({ attrs: { model, open } }: Vnode<Attrs>) {
      const { t, deps, notices, changed } = model
      keys = evidenceKeys(
        model,
        () => focus,
        () => editor,
      )
      rewriting = rewrite({
        api: deps.session.api,
        documentId: open.document.id,
        changed,
        onEnd({ phase }) {
          notices.announce(phase === 'ready' ? t.rewrite.ready : t.rewrite.failed)
        },
      })
    },
    oncreate(vnode: VnodeDOM<Attrs>) {
      dom = vnode.dom
    },
    onupdate: (vnode: VnodeDOM<Attrs>) => sight.keep(vnode.dom),
    onremove: () => rewriting?.drop(),
    view({ attrs: { model, actions, open } }: Vnode<Attrs>) {
      const { document, theirs } = open
      const shown = `${document.id} ${document.version}`
      const isReadable = document.status !== 'failed'
      const suggestion = rewriting?.suggestion
      const onfocus = (next: Focus) => {
        focus = next
      }
      const onLook = (look: Look) => {
        focus = focusOf(model, look)
        model.changed()
      }
      return m('.document', { ...keys, ...sight.attrs }, [
        m('.document-scroll', [
          m('.document-top', [
            documentHead(model, open, () => {
              isHistoryOpen = true
            }),
            isReadable &&
              documentToolbar(
                model.t,
                tools,
                (action) => editor?.run(action),
                (button) => editor?.openRewriteMenu(button),
              ),
          ]),
          documentProblem(model, open, () => {
            putOff = undefined
          }),
          document.status === 'draft' && [notUnderstoodNotice(model), unreadNotice(model)],
          contradictions(model, open, onfocus),
          isReadable && background(model),
          isReadable &&
            m(DocumentEditor, {
              model,
              open,
              onReady(next) {
                editor = next
              },
              onTools(next, closed) {
                tools = next
                missing = closed
                model.changed()
              },
              onLook,
              onCopySection: (name) => void actions.copySection(name),
              onSearchCode: (words) => searchCode(dom, words),
              onRewrite: (style, target) => rewriting?.ask(style, target),
            }),
          missing.length > 0 &&
            missingFields(model, missing, missing.length === open.fields.length, (name) =>
              editor?.fillIn(name),
            ),
          isReadable && m(UnwrittenPanel, { model, open, onFocus: onfocus }),
          isReadable && m(DiagnosesPanel, { model, shown }),
          isReadable && m(ProceduresPanel, { model, shown }),
          isReadable && m(VisitPanel, { model, shown, isReviewed: document.status === 'reviewed' }),
          footer(model, open),
        ]),
        suggestion
          ? [
              // What the marks of sources control is still there, though nothing is shown in it.
              m('[hidden]', { id: EVIDENCE_ID }),
              m(SuggestionPanel, {
                model,
                suggestion,
                isStale: tools.isRewriteStale,
                onAccept: () => endRewrite(model, suggestion.lines),
                onReject: () => endRewrite(model),
                onAgain: () => rewriting?.ask(suggestion.style, suggestion.target),
              }),
            ]
          : evidencePanel(model, focus),
        toasts(model),
        documentActions(model, actions, open),
        isHistoryOpen &&
          m(LateDocumentHistory, {
            model,
            open,
            onclose() {
              isHistoryOpen = false
            },
          }),
        theirs &&
          putOff !== theirs &&
          conflictDialog(model, open, () => {
            putOff = theirs
          }),
      ])
    },
  }
}

function focusOf(model: Model, { path, label, support, sentence }: Look): Focus | undefined {
  if (!support) return undefined
  const narrow = sentence
    ? supportOfSentence(support, sentence, (span) => wordsOf(model, span))
    : support
  return { key: path.join('/'), label, support: narrow }
}

function wordsOf({ transcript, consultation, context }: Model, span: EvidenceSpan) {
  if (span.source === 'segment')
    return transcript.find(span.segment_id)?.text.slice(span.start, span.end)
  if (span.source === 'context')
    return consultation.ehr.context_markdown.slice(span.start, span.end)
  return span.source === 'background' ? context.background?.slice(span.start, span.end) : undefined
}

function contradictions({ t }: Model, { document }: OpenDocument, onfocus: (f: Focus) => void) {
  const { contradictions: found } = document
  if (found.length === 0) return null
  return m('section.contradictions', [
    m('h3', icon('warning', 16), t.document.contradictions(found.length)),
    m('p.note', t.document.contradictionNote(found.length)),
    m(
      'ul',
      found.map(({ path, value, reason, spans }) => {
        const focus: Focus = {
          key: `x${path.join('/')}`,
          label: path.join(' · '),
          support: { kind: 'spans', spans },
        }
        return m('li', { onmouseenter: () => onfocus(focus) }, [
          m('b', path.join(' · ')),
          m('p', t.document.withdrawn(value)),
          m('p.note', reason),
          spans.length > 0 &&
            m(
              'button.link[type=button]',
              { onfocus: () => onfocus(focus), onclick: () => onfocus(focus) },
              t.document.sourceTitle,
            ),
        ])
      }),
    ),
  ])
}

/** From before this visit: to be read beside the document, never part of it (SPEC-GAPS 1.17). */
function background({ t, context }: Model): Children {
  if (!context.background) return null
  return m('details.card.background', [
    m('summary', [
      icon('history', 16),
      m('strong', t.editor.backgroundTitle),
      m('span.tag', t.context.backgroundMark),
      icon('chevron', 16),
    ]),
    m('.background-text[tabindex=0]', context.background),
  ])
}

/** `isAll`: there is nothing else to look at, so it begins open. */
function missingFields(
  { t }: Model,
  missing: readonly string[],
  isAll: boolean,
  fillIn: (name: string) => void,
) {
  return m(
    'details.missing',
    { oncreate: ({ dom }: VnodeDOM) => dom.toggleAttribute('open', isAll) },
    [
      m('summary', icon('chevron', 16), t.document.missing(missing.length)),
      m(
        'ul',
        missing.map((name) =>
          m('li', { key: name }, [
            m('span', name),
            m(
              'button.link[type=button]',
              { onclick: () => fillIn(name), 'aria-label': `${t.document.fillIn}: ${name}` },
              t.document.fillIn,
            ),
          ]),
        ),
      ),
    ],
  )
}

/** Who wrote it, honestly, and who stands for it. */
function footer({ t }: Model, { document }: OpenDocument): Children {
  const { source } = document
  const by =
    source.generator === 'rules'
      ? t.document.by.rules
      : t.document.by[source.generator](source.model ?? t.document.unnamedModel)
  const proof = source.unproven ? ` (${t.document.unproven})` : ''
  return [
    m('p.note.origin', `${by}${proof}. ${t.document.checkBeforeUse}`),
    m('details.note.fingerprint', [
      m('summary', t.evidence.fingerprint),
      m('p', t.evidence.fingerprintOf(source.version, document.template.name)),
    ]),
    // Of a draft it is said above, and by what is to be done.
    document.status === 'reviewed' &&
      document.footer &&
      m('p.note.reviewed-by', icon('check', 14), document.footer.text),
  ]
}

/** The words of a line as a question to the search of codes, below the text. */
function searchCode(dom: Element | undefined, words: string) {
  const search = dom?.querySelector<HTMLInputElement>('#svc-diagnoses-search')
  if (!search) return
  search.value = words.slice(0, search.maxLength)
  search.dispatchEvent(new Event('input', { bubbles: true }))
  bringIntoView(search)
  search.focus({ preventScroll: true })
}
