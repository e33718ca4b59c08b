/** Blocks of a text as nodes of the editor, and back: one to one, since paragraphs are lines. */
import type { Node } from 'prosemirror-model'
import type { ListStyle, TextBlock } from '../../core/contract/text-blocks.ts'
import { schema } from './schema.ts'

const { paragraph, heading, list, list_item, quote, separator, table, table_row } = schema.nodes
const { table_cell, table_header } = schema.nodes

export function blockNodes(blocks: readonly TextBlock[]): Node[] {
  return blocks.map(blockNode)
}

function blockNode(block: TextBlock): Node {
  switch (block.kind) {
    case 'paragraph':
      return paragraph.create(null, words(block.text))
    case 'heading':
      return heading.create(null, words(block.text))
    case 'separator':
      return separator.create()
    case 'quote':
      return quote.create(
        null,
        block.lines.map((line) => paragraph.create(null, words(line))),
      )
    case 'list':
      return list.create(
        { style: block.style, start: block.start },
        block.items.map(({ text, checked }) => itemNode(text, checked)),
      )
    case 'table':
      return table.create(
        null,
        block.rows.map((cells, i) =>
          table_row.create(
            null,
            cells.map((cell) => (i === 0 ? table_header : table_cell).create(null, words(cell))),
          ),
        ),
      )
  }
}

export function itemNode(text: string, checked = false): Node {
  return list_item.create({ checked }, paragraph.create(null, words(text)))
}

/** Of a `text_body`. */
export function textBlocks(body: Node): TextBlock[] {
  return body.children.map((node): TextBlock => {
    switch (node.type) {
      case heading:
        return { kind: 'heading', text: node.textContent }
      case separator:
        return { kind: 'separator' }
      case quote:
        return { kind: 'quote', lines: node.children.map(({ textContent }) => textContent) }
      case list:
        return {
          kind: 'list',
          style: node.attrs.style as ListStyle,
          start: node.attrs.start as number,
          items: node.children.map((item) => ({
            text: item.textContent,
            checked: item.attrs.checked as boolean,
          })),
        }
      case table:
        return { kind: 'table', rows: tableRows(node) }
      default:
        return { kind: 'paragraph', text: node.textContent }
    }
  })
}

/** Rows that lost cells are filled up: a row of another length would end the table. */
function tableRows(node: Node): string[][] {
  const rows = node.children.map((row) => row.children.map(({ textContent }) => textContent))
  const width = Math.max(...rows.map(({ length }) => length))
  return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])
}

function words(text: string): Node[] {
  return text === '' ? [] : [schema.text(text)]
}
