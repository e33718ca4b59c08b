/**
 * A suggestion of other words for a part of a document (SPEC-GAPS 2.10): asked for, shown beside
 * the text, never written by itself.
 */

export const REWRITE_STYLES = ['shorter', 'formal', 'patient'] as const
export type RewriteStyle = (typeof REWRITE_STYLES)[number]

/** What a suggestion would have changed, so that it was thrown away. */
export type RewriteFault =
  | 'numbers'
  | 'medicines'
  | 'sides'
  | 'relatives'
  | 'denials'
  | 'findings'
  | 'words'
  | 'unfinished'

/** A line whose suggestion was thrown away: it stays as it was. `line` counts from 0. */
export interface KeptLine {
  line: number
  reason: RewriteFault
}

/** One line of the answer; the last is `done` or `failed`. */
export type RewriteEvent =
  | { type: 'queued'; position: number }
  | { type: 'progress'; lines_done: number; lines_total: number }
  /** `lines` are as many as were sent, in their order. */
  | { type: 'done'; lines: string[]; kept: KeptLine[] }
  | { type: 'failed'; error: string; message: string }
