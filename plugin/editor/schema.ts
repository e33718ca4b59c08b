/**
 * What a document can be made of. Sections are the fields of its model: they may be moved and
 * hidden, but never made, renamed or lost. What stands in one depends on its type (SPEC-GAPS 1.3,
 * 2.10):
 *
 *   string    text_body: paragraphs, sub-headings, lists, quotations, tables, separators
 *   string[] entries: one line each
 *   dict      rows: the keys of the model, each with its value
 *
 * There are no marks: values are plain text, and what looks bold in a pasted page means nothing to
 * whoever reads them.
 */
import { type DOMOutputSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

const tables = tableNodes({ tableGroup: 'block', cellContent: 'inline*', cellAttributes: {} })

/** Spans and widths are not kept: a table is rows of equally many cells. */
const cell = (tag: 'td' | 'th'): NodeSpec => ({
  ...(tag === 'td' ? tables.table_cell : tables.table_header),
  content: 'text*',
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
})

const nodes = {
  doc: { content: 'section+' },
  section: {
    attrs: { name: { default: '' }, hidden: { default: false } },
    content: 'text_body | entries | rows',
    isolating: true,
    defining: true,
    selectable: false,
    toDOM: (): DOMOutputSpec => ['section', 0],
  },
  text_body: {
    content: 'block+',
    isolating: true,
    selectable: false,
    toDOM: (): DOMOutputSpec => ['div', { class: 'text-body' }, 0],
  },
  entries: {
    content: 'entry+',
    isolating: true,
    selectable: false,
    toDOM: (): DOMOutputSpec => ['ul', { class: 'entries' }, 0],
  },
  entry: {
    content: '(text | hard_break)*',
    selectable: false,
    defining: true,
    toDOM: (): DOMOutputSpec => ['li', { class: 'entry' }, 0],
  },
  rows: {
    content: 'row+',
    isolating: true,
    selectable: false,
    toDOM: (): DOMOutputSpec => ['div', { class: 'rows' }, 0],
  },
  row: {
    attrs: { key: { default: '' } },
    content: '(text | hard_break)*',
    isolating: true,
    selectable: false,
    toDOM: (): DOMOutputSpec => ['div', { class: 'row-value' }, 0],
  },
  paragraph: {
    group: 'block',
    content: 'text*',
    selectable: false,
    parseDOM: [{ tag: 'p' }],
    toDOM: (): DOMOutputSpec => ['p', 0],
  },
  heading: {
    group: 'block',
    content: 'text*',
    defining: true,
    selectable: false,
    parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
    toDOM: (): DOMOutputSpec => ['h4', 0],
  },
  list: {
    group: 'block',
    attrs: { style: { default: 'bullet' }, start: { default: 1 } },
    content: 'list_item+',
    selectable: false,
    parseDOM: [
      { tag: 'ul', getAttrs: () => ({ style: 'bullet' }) },
      {
        tag: 'ol',
        getAttrs: (dom: { getAttribute(name: string): string | null }) => ({
          style: 'number',
          start: Number(dom.getAttribute('start')) || 1,
        }),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec =>
      attrs.style === 'number'
        ? ['ol', { start: attrs.start }, 0]
        : ['ul', { class: attrs.style === 'check' ? 'checks' : 'bullets' }, 0],
  },
  list_item: {
    attrs: { checked: { default: false } },
    content: 'paragraph',
    defining: true,
    selectable: false,
    parseDOM: [{ tag: 'li' }],
    toDOM: (): DOMOutputSpec => ['li', 0],
  },
  quote: {
    group: 'block',
    content: 'paragraph+',
    defining: true,
    selectable: false,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: (): DOMOutputSpec => ['blockquote', 0],
  },
  separator: {
    group: 'block',
    parseDOM: [{ tag: 'hr' }],
    toDOM: (): DOMOutputSpec => ['hr'],
  },
  table: tables.table,
  table_row: tables.table_row,
  table_cell: cell('td'),
  table_header: cell('th'),
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: (): DOMOutputSpec => ['br'],
  },
} satisfies Record<string, NodeSpec>

export const schema: Schema<keyof typeof nodes, never> = new Schema({ nodes })
