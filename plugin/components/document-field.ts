import type { TemplateField } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { elapsedText } from '../text/durations.ts'
import { type Support, saidAt, supportOf } from '../text/evidence.ts'
import { type Children, m } from '../view.ts'
import { iconButton } from './button.ts'
import { partsOf, type ValuePart } from './document-value.ts'
import type { Focus } from './evidence-panel.ts'
import { icon } from './icon.ts'

/** One section: its values, each with a mark that names its source; hover or focus brings the source up. */
export function documentField(
  model: Model,
  open: OpenDocument,
  field: TemplateField,
  focus: Focus | undefined,
  onfocus: (focus: Focus) => void,
): Children {
  const { t } = model
  const parts = partsOf(open.document.content[field.name] ?? null)
  return m('section.field', { key: field.name }, [
    m('.field-head', [
      m('h3', field.name),
      iconButton('pencil', t.document.editField(field.name), {
        class: 'field-edit',
        onclick: () => void open.edit(field),
      }),
    ]),
    m(
      field.type === 'string' ? 'div' : 'ul.values',
      parts.map((part) => value(model, open, field, part, focus, onfocus)),
    ),
  ])
}

function value(
  model: Model,
  open: OpenDocument,
  field: TemplateField,
  part: ValuePart,
  focus: Focus | undefined,
  onfocus: (focus: Focus) => void,
): Children {
  const path = part.step === undefined ? [field.name] : [field.name, part.step]
  const support = supportOf(open.document, path)
  const label = part.label ?? field.name
  const next: Focus = { key: path.join('/'), label, support }
  const look = () => onfocus(next)
  return m(
    part.step === undefined ? 'div.value' : 'li.value',
    {
      key: path.join('/'),
      class: focus?.key === next.key ? 'focused' : '',
      onmouseenter: look,
    },
    m('p', part.label && m('span.value-key', part.label), m('span.value-text', part.text)),
    m(
      'button.source[type=button]',
      {
        class: support.kind === 'none' ? 'unsupported' : support.kind,
        onfocus: look,
        onclick: look,
        'aria-label': `${model.t.document.sourceOf(label)}: ${markOf(model, support)}`,
        'aria-controls': 'svc-evidence',
      },
      icon(support.kind === 'none' ? 'warning' : support.kind === 'typed' ? 'pencil' : 'link', 12),
      markOf(model, support),
    ),
  )
}

/** What the mark says: the time of the words, or what there is instead. */
function markOf({ t }: Model, support: Support): string {
  if (support.kind === 'none') return t.document.noSource
  if (support.kind === 'typed') return t.document.typed
  const atMs = saidAt(support.spans)
  if (atMs !== undefined) return elapsedText(atMs)
  const source = support.spans[0]?.source ?? 'segment'
  return source === 'segment' ? t.document.sourceTitle : t.document[source]
}
