/** What retention needs of the database and the disk. */
import type { ClockMemory } from './clock.ts'
import type { KeptFor, RetentionCategory, RetentionRules } from './rules.ts'

/** What an organization set itself; what is missing is as the box's settings say. */
export type OwnRules = Partial<RetentionRules>

export interface RetentionRuleStore {
  find(organizationId: string): Promise<OwnRules>
  save(organizationId: string, rules: OwnRules): Promise<void>
}

/** Why something whose time is over stays: there is work that still needs it. */
export type WaitReason =
  | 'no_final_transcript'
  | 'recording_open'
  | 'document_generating'
  | 'file_processing'
  | 'submission_unsettled'

/**
 * How one category of one organization stands against its rule. Items: recordings, consultations,
 * files, records, documents.
 */
export interface CategoryState {
  organizationId: string
  category: RetentionCategory
  keptFor: KeptFor
  /** May be erased now. */
  due: Amount
  /** Their time is over, and a legal hold keeps them. */
  held: Amount
  /** Not yet, whatever their age: see `WaitReason`. */
  waiting: Partial<Record<WaitReason, number>>
  /** All that is kept. */
  kept: Amount
}

export interface Amount {
  items: number
  consultations: number
  /** Size of sound and files; what the database holds is not weighed. */
  bytes: number
  /** When the oldest began to age; null when there is none. */
  oldest: Date | null
  /**
   * When the host had imported the first of them; null for what is no document, and where it has
   * none.
   */
  oldestImported: Date | null
}

export interface ErasedNow {
  items: number
  bytes: number
}

/** One category of one consultation, with its rule as it is now. */
export interface Erasing {
  organizationId: string
  consultationId: string
  category: RetentionCategory
  /** What began to age before it goes. */
  until: Date
  /**
   * Documents that the host has imported and that began to age before it; null: none by that rule.
   */
  importedUntil: Date | null
  /** For the deletion log: the rule, and the run it belongs to. */
  rule: string
  runId: string
}

export type Due = Pick<Erasing, 'organizationId' | 'category' | 'until' | 'importedUntil'>

export interface RetentionStore {
  state(due: Due, keptFor: KeptFor): Promise<CategoryState>
  /** Consultations that have something due, oldest first. */
  listDue(due: Due, limit: number): Promise<string[]>
  /**
   * Looks again and erases, with its line in the audit, in one transaction that a legal hold cannot
   * come between.
   * @returns null when there is nothing to erase any more: somebody was faster, or placed a hold
   */
  erase(erasing: Erasing): Promise<ErasedNow | null>
  /**
   * Removes what was erased and lies on the disk still, also what a crash left. @returns how many
   * recordings and files
   */
  removeLeftovers(): Promise<number>
  /**
   * Gives free pages of the database back, in small pieces, and empties its log of older states.
   */
  reclaim(signal: AbortSignal): Promise<void>
}

/** What all nodes of a database know together. */
export interface RetentionMemory extends ClockMemory {
  /** When everything was last gone through. */
  ranAt: Date | null
}

export interface RetentionMemoryStore {
  read(): Promise<RetentionMemory>
  remember(changes: Partial<RetentionMemory>): Promise<void>
  /** @returns false while another process holds it */
  claim(owner: string, leaseMs: number): Promise<boolean>
  release(owner: string): Promise<void>
}

/** How retention stands, for the doctor. */
export type RetentionFacts =
  /** `refused`: the rules contradict each other or the law, in words. */
  | { refused: string }
  | {
      refused: null
      /** Over its time for more than two days: the service should have erased it. */
      overdue: number
      /** Over its time, and kept by a legal hold. */
      held: number
      /**
       * Recordings of more than two days without a final transcript: their sound stays for ever.
       */
      stuckSounds: number
      /** After a jump of the clock nothing is erased by itself until then. */
      waitsUntil: Date | null
      /** Everything was last gone through; null: never. */
      ranAt: Date | null
    }
