/**
 * A document's content as an editor's document, and back. The way back is exact: a value, an item
 * or an entry that nobody touched comes out byte for byte as it went in, whatever blanks or
 * characters it holds; only what was written is tidied.
 */
import type { Node } from 'prosemirror-model'
import type {
  DocumentContent,
  DocumentLayout,
  DocumentValue,
  TemplateField,
} from '../../core/contract/api.ts'
import { parseBlocks, writeBlocks } from '../../core/contract/text-blocks.ts'
import { blockNodes, textBlocks } from './block-nodes.ts'
import { schema } from './schema.ts'

export interface EditorContent {
  content: DocumentContent
  /** Null: the model's order, nothing hidden. */
  layout: DocumentLayout | null
}

type Dict = Record<string, string | null>

export function docOf({ content, layout }: EditorContent, fields: readonly TemplateField[]): Node {
  const hidden = new Set(layout?.hidden)
  const sections = inOrder(fields, layout).map((field) =>
    schema.nodes.section.create(
      { name: field.name, hidden: hidden.has(field.name) },
      bodyOf(field, content[field.name] ?? null),
    ),
  )
  return schema.nodes.doc.create(null, sections)
}

/** @param before what `doc` was made of; what did not change since is taken from there */
export function contentOf(
  doc: Node,
  before: DocumentContent,
  fields: readonly TemplateField[],
): EditorContent {
  const sections = new Map<string, Node>()
  const order: string[] = []
  const hidden: string[] = []
  doc.forEach((section) => {
    const name = section.attrs.name as string
    sections.set(name, section)
    order.push(name)
    if (section.attrs.hidden) hidden.push(name)
  })
  const content = Object.fromEntries(
    fields.map((field) => [
      field.name,
      valueIn(field, sections.get(field.name), before[field.name] ?? null),
    ]),
  )
  const isPlain = hidden.length === 0 && order.every((name, i) => name === fields[i]?.name)
  return { content, layout: isPlain ? null : { order, hidden } }
}

/** Text of an inline line, its breaks as line breaks. */
export function lineText(node: Node): string {
  return node.textBetween(0, node.content.size, '\n', '\n')
}

/** The inline content of a line that may hold line breaks. */
export function lineContent(text: string): Node[] {
  return text
    .split('\n')
    .flatMap((part, i) => [
      ...(i > 0 ? [schema.nodes.hard_break.create()] : []),
      ...(part === '' ? [] : [schema.text(part)]),
    ])
}

function inOrder(
  fields: readonly TemplateField[],
  layout: DocumentLayout | null,
): readonly TemplateField[] {
  if (!layout) return fields
  const placed = layout.order.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return [...placed, ...fields.filter((field) => !placed.includes(field))]
}

function bodyOf(field: TemplateField, value: DocumentValue): Node {
  const { text_body, entries, entry, rows, row } = schema.nodes
  if (field.type === 'string')
    return text_body.create(null, blockNodes(parseBlocks(typeof value === 'string' ? value : '')))
  if (field.type === 'string[]') {
    const items = Array.isArray(value) && value.length > 0 ? value : ['']
    return entries.create(
      null,
      items.map((item) => entry.create(null, lineContent(item))),
    )
  }
  const known = asDict(value)
  return rows.create(
    null,
    keysOf(field, known).map((key) => row.create({ key }, lineContent(known[key] ?? ''))),
  )
}

function valueIn(
  field: TemplateField,
  section: Node | undefined,
  before: DocumentValue,
): DocumentValue {
  const body = section?.firstChild
  if (!body || body.eq(bodyOf(field, before))) return before
  if (field.type === 'string') return tidy(writeBlocks(textBlocks(body)))
  if (field.type === 'string[]') {
    const known = new Set(Array.isArray(before) ? before : [])
    const items: string[] = []
    body.forEach((entry) => {
      const text = lineText(entry)
      const item = known.has(text) ? text : tidy(text)
      if (item !== null) items.push(item)
    })
    return items.length > 0 ? items : null
  }
  const known = asDict(before)
  const entries: [string, string | null][] = []
  body.forEach((row) => {
    const key = row.attrs.key as string
    const text = lineText(row)
    entries.push([key, text === known[key] ? text : tidy(text)])
  })
  return entries.some(([, text]) => text !== null) ? Object.fromEntries(entries) : null
}

/** Blank lines at the ends go, blanks inside stay; nothing but blanks is null (SPEC-GAPS 1.3). */
function tidy(text: string): string | null {
  return text.trim() || null
}

function keysOf({ keys }: TemplateField, known: Dict): string[] {
  const all = keys ?? Object.keys(known)
  return all.length > 0 ? all : ['Valor']
}

function asDict(value: DocumentValue): Dict {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
}
