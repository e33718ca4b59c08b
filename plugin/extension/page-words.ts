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
  /** As the rule or the page calls it; empty where it has no name. */
  name: string
  outcome: Outcome
}

/** A field of the document, and where a site's rule puts it. */
export interface FieldToWrite {
  name: string
  selector: string
  words: Words
}

export interface InPage {
  /** The address of the page. */
  where(): string
  /** At the caret of the field that was clicked last. */
  insert(words: Words): Promise<FieldOutcome>
  /** Texts that stand at selectors, by name; what is not there is left out. */
  read(selectors: Record<string, string>): Record<string, string>
  /** Whether each could be written; nothing is changed. */
  look(fields: readonly FieldToWrite[]): FieldOutcome[]
  /** In the place of what stands there. */
  write(fields: readonly FieldToWrite[]): Promise<FieldOutcome[]>
  /** Takes the last insertion or writing back; @returns how many fields are as they were before */
  undo(): number
}
