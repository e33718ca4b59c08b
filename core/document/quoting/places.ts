/**
 * The places of a model that sentences can go to: its fields by what they mean (`sections.ts`), the
 * fields and entries that only some models have (`cues-specialty.ts`), and sections without a field
 * of their own, which lead elsewhere or nowhere.
 */
import { fold } from '../../portuguese/tokens.ts'
import { isMeasuredField } from '../measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { type Section, sectionOf } from '../models/sections.ts'
import type { CueRow } from './cue-row.ts'
import { HISTORY_CUES } from './cues-history.ts'
import { SPECIALTY_CUES } from './cues-specialty.ts'
import { VISIT_CUES } from './cues-visit.ts'

/** A section, or a field's own place: `pathPlace`. */
export type FilingPlace = Section | `at ${string}`

export interface PlacedRow extends CueRow {
  id: FilingPlace
}

/** The place of a field without a section, or of a dict's entry. */
export function pathPlace(field: string, key?: string): FilingPlace {
  return `at ${key === undefined ? field : `${field} / ${key}`}`
}

/** Every row that matters for a model, with the place it speaks for. */
export function placedRows({ fields }: Pick<Template, 'fields'>): PlacedRow[] {
  const common = [...HISTORY_CUES, ...VISIT_CUES].flatMap((row): PlacedRow[] =>
    typeof row.place === 'string' ? [{ ...row, id: row.place }] : [],
  )
  return [...common, ...fields.flatMap(ownRows)]
}

function ownRows(spec: TemplateFieldSpec): PlacedRow[] {
  if (isMeasuredField(spec) || spec.cues?.includes('none')) return []
  const name = plain(spec.name)
  const section = sectionOf(spec)
  return SPECIALTY_CUES.flatMap((row): PlacedRow[] => {
    if (typeof row.place === 'string' || !row.place.field.test(name)) return []
    const { key } = row.place
    if (!key) return spec.type === 'dict' ? [] : [{ ...row, id: section ?? pathPlace(spec.name) }]
    return (spec.keys ?? [])
      .filter((each) => key.test(plain(each)))
      .map((each) => ({ ...row, id: pathPlace(spec.name, each) }))
  })
}

function plain(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

/** A field or an entry that only some models have. */
export function isOwn(place: string): boolean {
  return place.startsWith('at ')
}
