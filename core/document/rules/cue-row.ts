import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'

/** What speaks for one part of a record. Terms are those of `cue-index.ts`; weights add up, `ENOUGH` of them file a clause. */
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
