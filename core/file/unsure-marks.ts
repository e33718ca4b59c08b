/**
 * Marks in the text of a file, where recognition is not sure: doctors see them, generators read
 * them, and rules quote them with the number. No question mark: it would end a sentence.
 */
export const UNSURE_NUMBER = '(incerto)'
/** Stands where something was seen and not read, so that nothing takes its place in a row. */
export const UNREADABLE = '(ilegível)'
