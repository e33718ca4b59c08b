import type { DocumentValue, TemplateField } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button } from './button.ts'

interface Attrs {
  model: Model
  open: OpenDocument
  field: TemplateField
}

/** Plain text areas: a line per item of a list, an input per key. Ctrl+S saves, Escape leaves it as it was. */
export function FieldEditor(): Component<Attrs> {
  return {
    oncreate({ dom }: VnodeDOM<Attrs>) {
      dom.querySelector<HTMLElement>('textarea, input')?.focus()
    },
    view({ attrs: { model, open, field } }: Vnode<Attrs>) {
      const { t } = model
      const name = t.document.editing(field.name)
      return m('section.field.editing[role=group]', { 'aria-label': name }, [
        m('h3', field.name),
        inputs(model, open, field),
        m('.row', [
          button(t.save, {
            kind: 'primary',
            busy: open.busy === 'saving',
            onclick: () => void saveAndTell(model, open),
          }),
          button(t.cancel, { onclick: open.discard }),
        ]),
      ])
    },
  }
}

async function saveAndTell({ t, notices }: Model, open: OpenDocument) {
  if (await open.save()) notices.show(t.document.saved)
}

function inputs({ t }: Model, open: OpenDocument, field: TemplateField): Children {
  const value = open.draft?.value ?? null
  if (field.type === 'dict') {
    const entries = isDict(value) ? value : {}
    return m(
      '.pairs',
      (field.keys ?? Object.keys(entries)).map((key) =>
        m('label.pair', { key }, [
          m('span', key),
          m('input[type=text]', {
            value: entries[key] ?? '',
            oninput: (event: Event) =>
              open.change(withKey(open.draft?.value, field, key, textOf(event))),
          }),
        ]),
      ),
    )
  }
  const isList = field.type === 'string[]'
  const text = Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : ''
  return [
    m('textarea.area', {
      value: text,
      rows: Math.min(12, Math.max(3, text.split('\n').length + Math.ceil(text.length / 70))),
      'aria-label': field.name,
      oninput: (event: Event) => open.change(isList ? textOf(event).split('\n') : textOf(event)),
    }),
    isList && m('p.note', t.document.onePerLine),
  ]
}

/** All keys of the model are there, in its order; null where nothing is written. */
function withKey(
  value: DocumentValue | undefined,
  { keys = [] }: TemplateField,
  changed: string,
  text: string,
): Record<string, string | null> {
  const known = isDict(value) ? value : {}
  const all = [...new Set([...keys, ...Object.keys(known), changed])]
  return Object.fromEntries(all.map((key) => [key, key === changed ? text : (known[key] ?? null)]))
}

function isDict(value: DocumentValue | undefined): value is Record<string, string | null> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLTextAreaElement).value
}
