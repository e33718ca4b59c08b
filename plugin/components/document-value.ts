import type { DocumentValue } from '../../core/contract/api.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, m } from '../view.ts'

/** One value of a field with the path the contract gives it. */
export interface ValuePart {
  /** After the field's name: the dict key or the list index; none for plain text. */
  step: string | undefined
  /** For people: the key; undefined for list items. */
  label: string | undefined
  text: string
}

/** A value as its parts, nulls left out. */
export function partsOf(value: DocumentValue): ValuePart[] {
  if (value === null) return []
  if (typeof value === 'string') return [{ step: undefined, label: undefined, text: value }]
  if (Array.isArray(value))
    return value.map((text, i) => ({ step: String(i), label: undefined, text }))
  return Object.entries(value).flatMap(([key, text]) =>
    text === null ? [] : [{ step: key, label: key, text }],
  )
}

/** A value to look at only. */
export function valueText(value: DocumentValue): Children {
  return partsOf(value).map(({ step, label, text }) =>
    m('p', { key: step ?? '' }, label && m('span.value-key', label), text),
  )
}

/** A document to look at only, field by field. */
export function readOnly({
  fields,
  document,
}: Pick<OpenDocument, 'fields' | 'document'>): Children {
  return fields.map(({ name }) => {
    const value = document.content[name] ?? null
    return value !== null && m('section.field', m('h3', name), valueText(value))
  })
}
