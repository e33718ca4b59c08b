/** What the panel asks of the script in the EHR's page, and what that answers. */

/** The same words twice: for plain fields, and for editors that keep form. */
export interface Words {
  plain: string
  html: string
}

/**
 * Why nothing was written to a field. `no_field`: the selector finds nothing, or no field has the
 * focus. `twice`: more than one is there. `unseen`: no doctor would see what is written. `no_fit`:
 * a field for numbers, dates or choices that these words are none of. `changed`: it is not as it
 * was shown. `taken`: another field of the document goes there.
 */
export type Refusal =
  | 'no_field'
  | 'twice'
  | 'unseen'
  | 'not_writable'
  | 'too_long'
  | 'no_fit'
  | 'foreign_frame'
  | 'changed'
  | 'taken'

/**
 * What became of one field. `not_kept`: it was written, and the page took it back; `altered`: the
 * page made something else of it.
 */
export type Outcome = 'written' | 'not_kept' | 'altered' | Refusal

export interface FieldOutcome {
  /** As the page calls it; empty where it has no name. */
  name: string
  outcome: Outcome
  /** The selector of the rule's frame that has the focus, where that has another address. */
  frame?: string
}

/** A frame, by its number among those of its parent, from the tab's own page on. */
export interface PlacedFrame {
  origin: string
  path: number[]
}

/** A field of the document, and where a rule wants it. */
export interface Target {
  key: string
  /** The first one that finds something counts. */
  selectors: string[]
  words: Words
}

/** What would become of a target. */
export interface Proposal {
  key: string
  /** As the page calls the field. */
  name: string
  refusal?: Refusal
  /** What is there, and what would be there. */
  now: string
  next: string
}

/** Texts of the page at selectors, by name. */
export type Texts = Readonly<Record<string, string>>

export interface Filled {
  key: string
  outcome: Outcome
  /** What is there now. */
  now: string
}

export interface InPage {
  /** The address of the page. */
  where(): string
  /** Texts that are seen at selectors, by name; what is not there, or there twice, is left out. */
  read(selectors: Texts): Record<string, string>
  /**
   * At the caret of the field that was clicked last.
   * @param turn tells this insertion from those of other documents and other tabs
   * @param frames selectors of frames of other addresses, to tell which one has the focus
   */
  insert(turn: string, words: Words, frames: readonly string[]): Promise<FieldOutcome>
  /**
   * A frame that a doctor sees, whatever its address.
   * @param isWritten it is brought into view, to be written to
   */
  frame(selector: string, isWritten: boolean): Pick<PlacedFrame, 'path'> | { refusal: Refusal }
  /** Of the page or frame that is asked. */
  place(): PlacedFrame
  /** Looks, and changes nothing; more targets of one turn may follow. */
  propose(turn: string, targets: readonly Target[]): Proposal[]
  /**
   * Writes these of what was proposed in this turn, where the field holds what was shown.
   * @param patient what `read` found when it was proposed; `other_patient` when that has changed,
   * and `gone` when the page has: then nothing is written
   */
  fill(
    turn: string,
    keys: readonly string[],
    patient: { selectors: Texts; found: Texts },
  ): Promise<Filled[] | 'other_patient' | 'gone'>
  /**
   * Takes back what was written in this turn.
   * @returns names of fields that are not as they were before; undefined: nothing was written here
   */
  undo(turn: string): Promise<string[] | undefined>
}
