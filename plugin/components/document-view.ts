import type { TemplateField } from '../../core/contract/api.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { timeOfDay } from '../text/durations.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button, iconButton } from './button.ts'
import { DiagnosesPanel } from './diagnoses-panel.ts'
import { documentField } from './document-field.ts'
import { evidencePanel, type Focus } from './evidence-panel.ts'
import { FieldEditor } from './field-editor.ts'
import { icon } from './icon.ts'
import { ProceduresPanel } from './procedures-panel.ts'

interface Attrs {
  model: Model
  actions: Actions
  open: OpenDocument
}

/**
 * A document for review: sections in the model's order, every value one glance away from the words it rests on. Which value is
 * being looked at is the view's own business, so it lives here.
 */
export function DocumentView(): Component<Attrs> {
  let focus: Focus | undefined

  return {
    view({ attrs: { model, actions, open } }: Vnode<Attrs>) {
      const { document, fields } = open
      const filled = fields.filter(
        ({ name }) => document.content[name] != null || isDraft(open, name),
      )
      const missing = fields.filter((field) => !filled.includes(field))
      const onfocus = (next: Focus) => {
        focus = next
      }
      return m('.document', [
        m('.document-scroll', [
          head(model, open),
          problem(model, open),
          contradictions(model, open, onfocus),
          filled.map((field) =>
            isDraft(open, field.name)
              ? m(FieldEditor, { key: field.name, model, open, field })
              : documentField(model, open, field, focus, onfocus),
          ),
          missing.length > 0 && missingFields(model, open, missing),
          document.status !== 'failed' &&
            m(DiagnosesPanel, { model, shown: `${document.id} ${document.version}` }),
          document.status !== 'failed' &&
            m(ProceduresPanel, { model, shown: `${document.id} ${document.version}` }),
          m('p.note.origin', origin(model, open), ' ', model.t.document.checkBeforeUse),
        ]),
        evidencePanel(model, focus),
        actionBar(model, actions, open),
      ])
    },
  }
}

function isDraft({ draft }: OpenDocument, name: string): boolean {
  return draft?.field.name === name
}

function head({ t, documents }: Model, { document }: OpenDocument): Children {
  return m('.document-head', [
    iconButton('back', t.back, { onclick: () => void documents.backToList() }),
    m('.title', [
      m('h2', document.template.name),
      m('p.status', timeOfDay(document.created_at, t.language)),
    ]),
    m('span.tag', { class: document.status }, t.documents.states[document.status]),
  ])
}

function problem({ t }: Model, open: OpenDocument): Children {
  if (open.document.failure)
    return m('.inline-warning', icon('warning', 16), m('p', open.document.failure.message))
  if (!open.problem) return null
  const conflict = open.problem.code === 'version_conflict'
  return m('.inline-warning[role=alert]', [
    icon('warning', 16),
    m('p', conflict ? t.document.conflict : t.document.saveFailed),
    conflict && button(t.document.reload, { onclick: () => void open.reload() }),
  ])
}

function contradictions({ t }: Model, { document }: OpenDocument, onfocus: (f: Focus) => void) {
  const { contradictions: found } = document
  if (found.length === 0) return null
  return m('section.contradictions', [
    m('h3', icon('warning', 16), t.document.contradictions(found.length)),
    m('p.note', t.document.contradictionNote),
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

function missingFields({ t }: Model, open: OpenDocument, missing: readonly TemplateField[]) {
  return m('details.missing', [
    m('summary', icon('chevron', 16), t.document.missing(missing.length)),
    m(
      'ul',
      missing.map((field) =>
        m('li', { key: field.name }, [
          m('span', field.name),
          m(
            'button.link[type=button]',
            {
              onclick: () => void open.edit(field),
              'aria-label': `${t.document.fillIn}: ${field.name}`,
            },
            t.document.fillIn,
          ),
        ]),
      ),
    ),
  ])
}

/** Who wrote it, honestly. */
function origin({ t }: Model, { document: { source } }: OpenDocument): string {
  if (source.generator === 'rules') return `${t.document.by.rules}.`
  return `${t.document.by[source.generator](source.model ?? t.document.unnamedModel)}.`
}

function actionBar({ t, deps }: Model, actions: Actions, open: OpenDocument): Children {
  const { document, busy, filledAt } = open
  const { allowCopyDocument, enableFillEhr } = deps.settings
  const reviewed = document.status === 'reviewed'
  return m('.action-bar', [
    allowCopyDocument &&
      button(t.document.copyShort, {
        icon: 'copy',
        class: 'compact',
        'aria-label': t.document.copy,
        onclick: actions.copyDocument,
      }),
    button(reviewed ? t.document.reviewed : t.document.review, {
      icon: 'check',
      kind: reviewed || enableFillEhr ? 'plain' : 'primary',
      class: 'compact',
      disabled: reviewed,
      busy: busy === 'reviewing',
      onclick: actions.reviewDocument,
    }),
    enableFillEhr &&
      button(filledAt ? t.document.filled(timeOfDay(filledAt, t.language)) : t.document.fill, {
        icon: filledAt ? 'check' : 'send',
        kind: 'primary',
        busy: busy === 'saving',
        class: 'grow',
        onclick: actions.fillEhr,
      }),
  ])
}
