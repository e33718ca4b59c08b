/**
 * What a host sends as a text, as text. Hosts send what their database holds, which may be the
 * source of HTML, RTF or XML: nobody reads or quotes that, so it is stored as its words.
 */
import { markupWords } from '../contract/markup-words.ts'
import { isRtf, rtfWords } from './rtf-words.ts'
import { isXml, xmlWords } from './xml-words.ts'

export function hostText(text: string): string {
  return wordsOf(text, 0)
}

/** @param within so many texts that each hold the next as a text of its own */
function wordsOf(text: string, within: number): string {
  if (isRtf(text)) return rtfWords(text)
  if (within < MOST_WITHIN && !BEGINS.test(text) && isXml(text))
    return xmlWords(text, (inner) => wordsOf(inner, within + 1))
  return isMarkup(text) ? markupWords(text) : text
}

/** An export holds a document, a document a page. What lies deeper is read as a page. */
const MOST_WITHIN = 3

const TAGS =
  'p|div|span|br|b|i|u|strong|em|font|table|tbody|tr|td|th|ul|ol|li|h[1-6]|hr|html|body|section|article|pre|blockquote|center|label|dl|dt|dd|img'
const BEGINS = new RegExp(`^\\s{0,100}<(?:!doctype html|(?:${TAGS})(?=[\\s/>]))`, 'i')
/** Markdown may hold a line break or a bold word of HTML; what ends a block of it is HTML. */
const ENDS_BLOCK = /<\/(?:p|div|table|tr|td|ul|ol|li|h[1-6]|html|body)>/i
const BREAKS = /<br ?\/?>/gi
const LETTERS = /&(?:nbsp|[aeiou]acute|[ao]tilde|ccedil|[aeo]circ|agrave);/i

function isMarkup(text: string): boolean {
  if (BEGINS.test(text) || ENDS_BLOCK.test(text)) return true
  // Lines of their own are Markdown's, with a mark or two of HTML.
  if (text.includes('\n')) return false
  return LETTERS.test(text) || (text.match(BREAKS)?.length ?? 0) > 0
}
