import type { Section } from '../models/sections.ts'
import type { Role } from '../pieces/speaker-role.ts'

/**
 * What speaks for one part of a record. Terms are those of `cue-index.ts`; weights add up, `ENOUGH`
 * of them file a clause.
 */
export interface CueRow {
  place: Section | FieldPattern
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

/** A field of some models, and an entry of it, as folded patterns. */
export interface FieldPattern {
  field: RegExp
  key?: RegExp
}

export const ENOUGH = 2

/**
 * One line of a field's table: entry of a dict or null, what names it, what asks for it, whose it
 * is, what forbids it.
 */
export type FieldRow = readonly [
  key: RegExp | null,
  says: string,
  asks?: string | undefined,
  by?: Role | undefined,
  never?: string,
]

/** What names a field of its own outweighs a symptom or a habit. */
const OWN = 5
/** More than a finding in the part of the examination has altogether. */
export const EXAMINED = 7

/** The rows of one field, by its folded name. */
export function field(
  name: RegExp,
  rows: readonly FieldRow[],
  rest: Partial<CueRow> = {},
  weight = OWN,
): CueRow[] {
  return rows.map(([key, says, asks, by, never]) => ({
    place: key ? { field: name, key } : { field: name },
    says: [[weight, says]],
    ...(asks === undefined ? {} : { asks }),
    ...(by === undefined ? {} : { by }),
    ...(never === undefined ? {} : { never }),
    ...rest,
  }))
}
