/**
 * The places of a model that sentences can go to: its fields by what they mean (`sections.ts`), the
 * fields and entries that only some models have (`FIELD_CUES`), and sections without a field
 * of their own, which lead elsewhere or nowhere.
 */

import cues from '../../../config/portuguese/cues.json' with { type: 'json' }
import { fold } from '../../portuguese/tokens.ts'
import { isMeasuredField } from '../measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { type Section, sectionOf } from '../models/sections.ts'
import type { Role } from '../pieces/piece.ts'

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

/**
 * What speaks for the parts of a record, as `config/portuguese/cues.json` has it.
 *
 * What speaks for one part of a record. Terms are those of `cue-index.ts`; weights add up, `ENOUGH`
 * of them file a clause.
 */
export interface CueRow {
  /** Who fills it; both when absent. */
  by?: Role
  /** Weight and terms; each list counts once. */
  says: readonly (readonly [number, string])[]
  /** Without one of these in the clause (or the question it answers) nothing counts. */
  needs?: string
  /** With one of these nothing counts. */
  never?: string
  /** In a question: its answer belongs here. */
  asks?: string
  /** Where what was said goes beside its own part of the record: a score, a side. */
  beside?: boolean
}

export const ENOUGH = 2

/** As a table has it: each of `says` is "WEIGHT: TERMS". */
type WrittenRow = Omit<CueRow, 'says'> & { says: readonly string[] }

/** Of parts that any record may have. */
export const SECTION_CUES = (cues.sections as readonly (WrittenRow & { section: Section })[]).map(
  readRow,
)

/** Of fields that some models have, and of their entries (`key`). */
export const FIELD_CUES = (
  cues.fields as readonly { field: string; rows: (WrittenRow & { key?: string })[] }[]
).map(({ field, rows }) => ({ field, rows: rows.map(readRow) }))

function readRow<Row extends WrittenRow>({ says, ...row }: Row) {
  return {
    ...row,
    says: says.map((line): [number, string] => {
      const [weight = '', terms = ''] = line.split(': ')
      return [Number(weight), terms]
    }),
  }
}

/**
 * Whether a folded name has one of the pieces, which are parted by `|`: "^" is where the name
 * begins, "$" where it ends.
 */
export function hasPiece(name: string, pieces: string): boolean {
  const whole = `^${name}$`
  return pieces.split(' | ').some((piece) => whole.includes(piece))
}
