/**
 * The places of a model that sentences can go to: its fields by what they mean (`sections.ts`), the
 * fields and entries that only some models have (`FIELD_CUES`), and sections without a field
 * of their own, which lead elsewhere or nowhere.
 */
import { fold } from '../../portuguese/tokens.ts'
import { isMeasuredField } from '../measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { type Section, sectionOf } from '../models/sections.ts'
import { type CueRow, FIELD_CUES, hasPiece, SECTION_CUES } from './cue-row.ts'

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
  const common = SECTION_CUES.map(({ section, ...row }): PlacedRow => ({ ...row, id: section }))
  return [...common, ...fields.flatMap(ownRows)]
}

function ownRows(spec: TemplateFieldSpec): PlacedRow[] {
  if (isMeasuredField(spec) || spec.cues?.includes('none')) return []
  const name = plain(spec.name)
  const section = sectionOf(spec)
  return FIELD_CUES.filter(({ field }) => hasPiece(name, field))
    .flatMap(({ rows }) => rows)
    .flatMap(({ key, ...row }): PlacedRow[] => {
      if (key === undefined)
        return spec.type === 'dict' ? [] : [{ ...row, id: section ?? pathPlace(spec.name) }]
      return (spec.keys ?? [])
        .filter((each) => hasPiece(plain(each), key))
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
