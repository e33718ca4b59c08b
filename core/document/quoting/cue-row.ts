/** What speaks for the parts of a record, as `config/portuguese/cues.json` has it. */
import cues from '../../../config/portuguese/cues.json' with { type: 'json' }
import type { Section } from '../models/sections.ts'
import type { Role } from '../pieces/speaker-role.ts'

/**
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
