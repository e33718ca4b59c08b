import stringWidth from 'string-width'

/** Without the soft hyphen, which is not shown. */
const LATIN = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u024f]*$/

/**
 * How many columns a text takes on a terminal. Nearly all that is printed is Latin, and is as wide as it is long; for the rest the library
 * makes the language load tables that cost a command a third of its start.
 */
export function textWidth(text: string): number {
  return LATIN.test(text) ? text.length : stringWidth(text)
}
