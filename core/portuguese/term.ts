/** What statements and values are compared by. */

export type TermKind = 'word' | 'number' | 'unit' | 'drug' | 'side' | 'family' | 'idle'

export interface Term {
  kind: TermKind
  /** What is compared: a stem, an idea, "#37.8". */
  key: string
  /** Numbers only: the same number in other forms ("12 por 8" is also 120 and 80). */
  also?: string[]
  /** Numbers only: the key of the unit right after it. */
  unit?: string
  /** Numbers only: of a concentration, whose unit people leave out. */
  seldomSaid?: true
  /** Numbers only: of how often ("de 8 em 8 horas"), and compared as that. */
  rhythm?: true
  /** Tokens [from, to). */
  from: number
  to: number
  /** Which part of the statement it stands in, counted by commas and their like. */
  part: number
  denied: boolean
  /**
   * Stands behind a preposition: of a denied phrase it only says of what ("sem infiltração do
   * ombro").
   */
  leans?: true
  /** Denied from afar, in a sentence without marks: where the denial ends is not heard. */
  unsure?: true
  /** True of a complaint, a disease, a habit, whose denial matters. */
  clinical?: true
  /** A word that is also the name of a medicine: "cálcio". */
  isMedicine?: true
  /**
   * Only asked about without an answer, or supposed ("se sangrar"): it was spoken of, nothing was
   * said of it.
   */
  asked?: true
  /** Set beside `asked`: it may happen, or was taken back at once. */
  supposed?: true
  /** Set beside `asked`: nobody answered. */
  unanswered?: true
  /**
   * Denied though it was said: its speaker took it back, or a proposal was refused. Of sources
   * only.
   */
  standing?: 'takenBack' | 'refused'
  /** The relative it is told of, as `Relative.relation`; of the patient without. */
  holder?: string
  /** Not said in these words but meant by them: of sources only, and no part of a quotation. */
  inferred?: true
  /** Set beside `inferred`: by one word that cannot mean another. */
  certain?: true
  /**
   * `over`: told as what ended ("parou de fumar", "tomava"); `now`: as what goes on ("fuma",
   * "toma").
   */
  time?: 'over' | 'now'
}

/** Begins the key of a name's part that its "não" makes another: "não proliferativa". */
export const NOT = 'nao '

/** What a word or phrase stands for, before anything is known of its place. */
export type Idea = Pick<Term, 'kind' | 'key' | 'also' | 'rhythm' | 'to' | 'clinical' | 'isMedicine'>
