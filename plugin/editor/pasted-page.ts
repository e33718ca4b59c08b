/**
 * Pages of word processors, before the schema reads them. Word, LibreOffice and Google Docs put
 * paragraphs into the cells of a table, which would end the table here, and Word writes lists as
 * paragraphs with a drawn marker in front.
 */
import { DOMParser, type ParseOptions } from 'prosemirror-model'
import { schema } from './schema.ts'

const IN_CELLS = 'p, div, li, br, h1, h2, h3, h4, h5, h6'
const WORD_ITEM = 'p[style*="mso-list"]'
const WORD_MARKER = /mso-list:\s*ignore/i
/** `1.`, `a)`, `iv.`; what else stands there is a bullet in some font. */
const NUMBERED = /^\(?(\d+|[a-z]{1,4})[.)]/i

/**
 * What a page says by how its letters stand, in words: the editor has no such letters, and without
 * them a medicine that was crossed out would be one again, and 98 with the mark of a note 981.
 */
const STRUCK = 's, strike, del, [style*="line-through"]'
/** As the marks of unsure numbers in files. */
const STRUCK_MARK = ' (riscado)'
const RAISED = 'sup, [style*="super"]'
const HIGH: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
}

function writeSigns(page: ParentNode) {
  for (const raised of page.querySelectorAll(RAISED)) {
    const text = raised.textContent ?? ''
    if (/^\s*[0-9]+[+-]?\s*$/.test(text) && isRaised(raised))
      raised.textContent = text.replace(/[0-9+-]/g, (one) => HIGH[one]!)
  }
  for (const struck of page.querySelectorAll(STRUCK)) {
    const isInside = struck.parentElement?.closest(STRUCK)
    if (!isInside && (struck.textContent ?? '').trim() !== '') struck.append(STRUCK_MARK)
  }
}

function isRaised(element: Element): boolean {
  const style = element.getAttribute('style') ?? ''
  return element.localName === 'sup' || /vertical-align:\s*super/i.test(style)
}

class PageParser extends DOMParser {
  override parseSlice(page: Node, options?: ParseOptions) {
    if (page instanceof Element || page instanceof DocumentFragment) tidy(page)
    return super.parseSlice(page, options)
  }
}

export const pastedPage = new PageParser(schema, DOMParser.fromSchema(schema).rules)

function tidy(page: ParentNode) {
  writeSigns(page)
  for (const cell of page.querySelectorAll('td, th')) {
    for (const block of cell.querySelectorAll(IN_CELLS)) block.after(' ')
    cell.textContent = (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  for (const item of page.querySelectorAll(WORD_ITEM)) makeItem(item)
}

function makeItem(line: Element) {
  const marker = [...line.querySelectorAll('span')].find((span) =>
    WORD_MARKER.test(span.getAttribute('style') ?? ''),
  )
  if (!marker) return
  const tag = NUMBERED.test((marker.textContent ?? '').trim()) ? 'ol' : 'ul'
  marker.remove()
  const before = line.previousElementSibling
  const isNext = before?.localName === tag && before.hasAttribute('data-word')
  const list = isNext ? before : document.createElement(tag)
  list.setAttribute('data-word', '')
  const item = document.createElement('li')
  line.replaceWith(...(isNext ? [] : [list]))
  item.append(...line.childNodes)
  list.append(item)
}
