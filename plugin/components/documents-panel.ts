import { type Actions, canGenerate } from '../state/actions.ts'
import type { Generation } from '../state/generation.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button, iconButton } from './button.ts'
import { DocumentCard } from './document-card.ts'
import { readOnly, valueText } from './document-value.ts'
import type { DocumentView } from './document-view.ts'
import { icon } from './icon.ts'

/** The one being read; none while another is written. */
export function documentShown({ nav, documents }: Model): OpenDocument | undefined {
  return nav.tab === 'documents' && !documents.generating ? documents.open : undefined
}

/** The tab Documentos: the one being written, the one being read, or the list. */
export function documentsPanel(model: Model, actions: Actions): Children {
  const { documents } = model
  if (documents.generating) return generationView(model, documents.generating)
  const open = documentShown(model)
  if (open) return m(LateDocument, { key: open.document.id, model, actions, open })
  if (documents.list.length === 0 && documents.deleted.length === 0) return empty(model, actions)
  return m('.panel', [
    problem(model),
    documents.deleted.map(({ document }) =>
      m('.deleted-document[role=status]', { key: document.id }, [
        icon('trash', 16),
        m('p', model.t.editor.removed(document.template.name)),
        button(model.t.editor.undoRemove, {
          class: 'compact',
          onclick: async () => {
            await documents.putBack(document)
            if (!documents.problem) model.notices.announce(model.t.editor.putBack)
          },
        }),
      ]),
    ),
    m(
      'ul.document-list',
      { 'aria-label': model.t.documents.listLabel },
      documents.list.map((document) =>
        m('li', { key: document.id }, m(DocumentCard, { model, actions, document })),
      ),
    ),
    generateButton(model, actions, model.t.documents.generateOther),
  ])
}

function problem({ t, documents }: Model): Children {
  if (!documents.problem) return null
  const { code } = documents.problem
  return m('.inline-warning[role=alert]', [
    icon('warning', 16),
    m('p', t.editor.removeProblems[code] ?? t.editor.removeFailed),
  ])
}

function empty(model: Model, actions: Actions): Children {
  const { t } = model
  return m('.empty', [
    m('.empty-icon', icon('document', 24)),
    m('h2', t.documents.emptyTitle),
    m('p', canGenerate(model) ? t.documents.empty : t.documents.nothingYet),
    generateButton(model, actions, t.documents.generate),
  ])
}

function generateButton(model: Model, actions: Actions, label: string): Children {
  const possible = canGenerate(model)
  return m(
    '.row.center',
    button(label, {
      kind: 'primary',
      icon: 'sparkle',
      disabled: !possible,
      title: possible ? undefined : model.t.documents.nothingYet,
      onclick: actions.pickTemplate,
    }),
  )
}

/** A document while it is being written: each section appears as soon as it is checked. */
function generationView(model: Model, generation: Generation): Children {
  if (generation.phase === 'failed') return failed(model, generation)
  const { t } = model
  const { fieldsDone, fieldsTotal, fields, template } = generation
  const share = fieldsTotal > 0 ? fieldsDone / fieldsTotal : 0
  return m('.panel.generation', [
    m('.generation-head', [
      m('h2', t.generation.title(template.name)),
      button(t.cancel, { icon: 'close', onclick: generation.cancel }),
    ]),
    m(
      '.progress[role=progressbar][aria-valuemin=0][aria-valuemax=100]',
      {
        'aria-valuenow': Math.round(share * 100),
        'aria-label': t.generation.title(template.name),
      },
      m('i', { style: { transform: `scaleX(${share})` } }),
    ),
    m(
      'p.state-line',
      generation.phase === 'queued'
        ? t.generation.queued(generation.position)
        : t.generation.progress(fieldsDone, fieldsTotal),
    ),
    m('.fields', [
      fields
        .filter(({ value }) => value !== null)
        .map(({ name, value }) =>
          m('section.field.arriving', { key: name }, m('h3', name), valueText(value)),
        ),
    ]),
    m('.skeleton-body', m('i.bone.short'), m('i.bone'), m('i.bone')),
  ])
}

function failed({ t, documents }: Model, { failure, template }: Generation): Children {
  const { code = '', message } = failure ?? {}
  return m('.message-screen[role=alert]', [
    m('.message-icon', icon('warning', 26)),
    m('h2', t.generation.failed),
    m('p.failure-class', t.editor.failures[code] ?? t.editor.failureService),
    m('p', t.generation.reasons[code] ?? message),
    m('p', t.generation.kept),
    m('p.code', t.failures.code(code)),
    m('.row', [
      button(t.retry, { kind: 'primary', onclick: () => void documents.generate(template) }),
      button(t.back, { onclick: () => void documents.backToList() }),
    ]),
  ])
}

interface Attrs {
  model: Model
  actions: Actions
  open: OpenDocument
}

let fetched: typeof DocumentView | undefined

/**
 * A document, with what it takes to edit and check one: fetched when the first is opened. Where it
 * cannot be fetched the doctor is told, reads the text, and may try again.
 */
function LateDocument(): Component<Attrs> {
  let isFailed = false

  async function load({ changed }: Model) {
    isFailed = false
    try {
      fetched = (await import('./document-view.ts')).DocumentView
    } catch {
      isFailed = true
    }
    changed()
  }

  return {
    oninit({ attrs: { model } }: Vnode<Attrs>) {
      if (!fetched) void load(model)
    },
    view({ attrs }: Vnode<Attrs>) {
      if (fetched) return m(fetched, attrs)
      return waiting(attrs, isFailed, () => void load(attrs.model))
    },
  }
}

function waiting({ model, open }: Attrs, isFailed: boolean, again: () => void): Children {
  const { t, documents } = model
  return m('.document', [
    m('.document-head', [
      iconButton('back', t.back, { onclick: () => void documents.backToList() }),
      m('.title', m('h2', open.document.template.name)),
    ]),
    m('.document-scroll', [
      isFailed
        ? m('.inline-warning[role=alert]', [
            icon('warning', 16),
            m('p', t.document.viewFailed),
            button(t.retry, { onclick: again }),
          ])
        : m('p.note', m('span.spinner'), ' ', t.loading.label),
      readOnly(open),
    ]),
  ])
}
