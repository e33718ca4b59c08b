/**
 * The order and the hidden sections that a doctor chose for one document; fields keep their
 * identity, whatever it says.
 */
import type { DocumentLayout } from '../../contract/api.ts'
import type { ErrorDetail } from '../../errors.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'

type Fields = Pick<Template, 'fields'>

/** The fields that a reader sees, in the order he sees them. */
export function shownFields(
  { fields }: Fields,
  layout: DocumentLayout | null,
): TemplateFieldSpec[] {
  if (!layout) return fields
  const hidden = new Set(layout.hidden)
  return layout.order
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
    .filter(({ name }) => !hidden.has(name))
}

/** Null for what is the template's own order with nothing hidden. */
export function tidyLayout({ fields }: Fields, layout: DocumentLayout): DocumentLayout | null {
  const isPlain =
    layout.hidden.length === 0 && layout.order.every((name, i) => name === fields[i]?.name)
  return isPlain ? null : { order: layout.order, hidden: layout.hidden }
}

/**
 * @returns one `{ field, issue }` per fault: every field stands in `order` once, and only fields
 * are hidden
 */
export function validateLayout({ fields }: Fields, layout: DocumentLayout): ErrorDetail[] {
  const names = new Set(fields.map(({ name }) => name))
  const faults: ErrorDetail[] = []
  const isPermutation =
    layout.order.length === names.size &&
    new Set(layout.order).size === names.size &&
    layout.order.every((name) => names.has(name))
  if (!isPermutation) faults.push({ field: 'layout.order', issue: 'invalid' })
  const isSubset =
    new Set(layout.hidden).size === layout.hidden.length &&
    layout.hidden.every((name) => names.has(name))
  if (!isSubset) faults.push({ field: 'layout.hidden', issue: 'invalid' })
  return faults
}
