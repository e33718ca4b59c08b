/** What the panel asks of the script in the EHR's page, and what that answers. */

/** The same words twice: for plain fields, and for editors that keep form. */
export interface Words {
  plain: string
  html: string
}

/**
 * What became of one field. `not_kept`: it was written, and the page took it back or changed it.
 */
export type Outcome =
  | 'written'
  | 'no_field'
  | 'not_writable'
  | 'too_long'
  | 'foreign_frame'
  | 'not_kept'

export interface FieldOutcome {
  /** As the page calls it; empty where it has no name. */
  name: string
  outcome: Outcome
}

export interface InPage {
  /** The address of the page. */
  where(): string
  /** Texts that are seen at selectors, by name; what is not there, or there twice, is left out. */
  read(selectors: Readonly<Record<string, string>>): Record<string, string>
  /** At the caret of the field that was clicked last. */
  insert(words: Words): Promise<FieldOutcome>
  /** Takes the last insertion back; @returns whether the field is as it was before */
  undo(): boolean
}
