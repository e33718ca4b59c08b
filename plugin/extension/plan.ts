import type { Outcome } from './page-words.ts'

/** One field, one text, and what becomes of it. */
export interface Plan {
  field: HTMLElement
  /** What is there, and what would be there, for the doctor's eyes. */
  now(): string
  next: string
  write(): Promise<void>
  /** Some time after it was written. */
  outcome(): Outcome
  /** @returns whether it is as it was before */
  undo(): Promise<boolean>
}
