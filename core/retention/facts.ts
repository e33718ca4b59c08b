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
