import { isMeasuredField } from '../document/measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { sectionOf, sectionOfKey } from '../document/models/sections.ts'
import { placedRows } from '../document/quoting/places.ts'

/**
 * Who can fill a field: `measures` are read and computed by rules whoever writes the rest; `rules`
 * know where its sentences are; `model`: a language model only, so it stays null where none is
 * installed.
 */
export function whoFills(
  field: TemplateFieldSpec,
  template: Pick<Template, 'fields'>,
): 'measures' | 'rules' | 'model' {
  if (isMeasuredField(field)) return 'measures'
  if (field.cues?.includes('none')) return 'model'
  if (field.type !== 'dict' && sectionOf(field)) return 'rules'
  if (field.keys?.some((key) => sectionOfKey(field.name, key))) return 'rules'
  // Rows that are its own: what all models share is there without it too.
  const without = placedRows({ fields: [] }).length
  return placedRows({ ...template, fields: [field] }).length > without ? 'rules' : 'model'
}
