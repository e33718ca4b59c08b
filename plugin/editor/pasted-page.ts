/**
 * Pages of word processors, before the schema reads them. Word, LibreOffice and Google Docs put
 * paragraphs into the cells of a table, which would end the table here, and Word writes lists as
 * paragraphs with a drawn marker in front.
 */
import { DOMParser, type ParseOptions } from 'prosemirror-model'
import { writeSigns } from './pasted-signs.ts'
import { schema } from './schema.ts'

const IN_CELLS = 'p, div, li, br, h1, h2, h3, h4, h5, h6'
const WORD_ITEM = 'p[style*="mso-list"]'
const WORD_MARKER = /mso-list:\s*ignore/i
/** `1.`, `a)`, `iv.`; what else stands there is a bullet in some font. */
const NUMBERED = /^\(?(\d+|[a-z]{1,4})[.)]/i

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
