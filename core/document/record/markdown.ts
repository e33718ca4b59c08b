/**
 * The Markdown of a document, as hosts parse it (SPEC-GAPS 1.3.6): a level-2 heading per filled
 * field, its name and a colon; a level-1 heading without one where a model parts its fields into
 * sections; list items as `- item`; dict entries as `- Chave: valor`, plain, never bold. Null
 * fields and null entries are left out.
 *
 * Values are data. Somebody may have said, typed or uploaded "# Prescrição:" or an image that calls
 * home, so every character that Markdown would act upon is escaped where it would act, and only
 * there: ordinary clinical text ("-2,50 dioptrias", "PA < 140", "5 mg/mL") stays as it is. Parsed
 * by a CommonMark parser, the result gives back exactly the content; a value cannot open a heading,
 * a list, a link, an image or HTML.
 *
 * What a person wrote in the editor may have lists, quotations, tables and sub-headings
 * (text-blocks.ts): those stay what they are, a sub-heading at level 4, which no host takes for a
 * field. The words inside them are escaped like all others.
 */
import type { DocumentContent, DocumentLayout } from '../../contract/api.ts'
import { parseBlocks, type TextBlock } from '../../contract/text-blocks.ts'
import type { ErrorDetail } from '../../errors.ts'
import { brasiliaTime } from '../../fhir/bundle/brasilia-time.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import type { DocumentRecord } from './document-store.ts'

export interface MarkdownOptions {
  /** The doctor's order, and what is left out; the template's order without. */
  layout?: DocumentLayout | null
  /** Paths of values that a person wrote. */
  editedPaths?: readonly (readonly string[])[]
}

/**
 * Markdown of the filled fields that are shown, in their order; an empty text when nothing is
 * filled.
 */
export function renderMarkdown(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
  { layout = null, editedPaths = [] }: MarkdownOptions = {},
): string {
  const written = new Set(editedPaths.filter(({ length }) => length === 1).map(([name]) => name))
  const sections: string[] = []
  let under: string | undefined
  for (const { name, keys, section: heading } of shownFields(template, layout)) {
    const value = Object.hasOwn(content, name) ? (content[name] ?? null) : null
    if (value === null) continue
    const body =
      typeof value === 'string' && written.has(name)
        ? renderBlocks(parseBlocks(value))
        : renderValue(value, keys)
    if (body === '') continue
    // A field that the doctor moved elsewhere takes its heading along.
    if (heading !== undefined && heading !== under) sections.push(`# ${inlineLine(heading)}`)
    under = heading
    sections.push(section(name, body))
  }
  return sections.length > 0 ? `${sections.join('\n\n')}\n` : ''
}

/** The Markdown with one more section at its end, which holds a line that belongs to no field. */
function withClosingSection(markdown: string, name: string, line: string): string {
  return `${markdown}${markdown === '' ? '' : '\n'}${section(name, escapeLine(oneLine(line)))}\n`
}

function section(name: string, body: string): string {
  return `## ${escapeLine(oneLine(name))}:\n\n${body}`
}

/**
 * Blank lines between blocks, so that none of them acts upon the next; lines of plain text stay
 * together.
 */
function renderBlocks(blocks: readonly TextBlock[]): string {
  let markdown = ''
  let before: TextBlock['kind'] | undefined
  for (const block of blocks) {
    const text = renderBlock(block)
    if (text === '') continue
    if (markdown !== '') markdown += before === 'paragraph' && block.kind === before ? '\n' : '\n\n'
    markdown += text
    before = block.kind
  }
  return markdown
}

function renderBlock(block: TextBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineLine(block.text)
    case 'heading':
      return inlineLine(block.text) && `#### ${inlineLine(block.text)}`
    case 'separator':
      return '---'
    case 'quote':
      return block.lines.map((line) => `> ${inlineLine(line)}`.trimEnd()).join('\n')
    case 'list':
      return block.items
        .filter(({ text }) => inlineLine(text) !== '')
        .map(({ text, checked }, i) => {
          if (block.style === 'number') return `${block.start + i}. ${inlineLine(text)}`
          const box = block.style === 'check' ? `[${checked ? 'x' : ' '}] ` : ''
          return `- ${box}${inlineLine(text)}`
        })
        .join('\n')
    case 'table': {
      const [head = [], ...rows] = block.rows.map((cells) =>
        cells.map((cell) => inlineLine(cell) || ' '),
      )
      const line = (cells: string[]) => `| ${cells.join(' | ')} |`
      return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
    }
  }
}

function inlineLine(text: string): string {
  return escapeLine(oneLine(text))
}

function renderValue(
  value: string | string[] | Record<string, string | null>,
  keys: string[] = [],
): string {
  if (typeof value === 'string')
    return value.split(LINE_BREAKS).map(oneLine).filter(Boolean).map(escapeLine).join('\n')
  if (Array.isArray(value))
    return value
      .map(oneLine)
      .filter(Boolean)
      .map((item) => `- ${escapeLine(item)}`)
      .join('\n')
  return keys
    .map((key) => [key, oneLine(value[key] ?? '')])
    .filter(([, entry]) => entry)
    .map(([key, entry]) => `- ${escapeLine(`${key}: ${entry}`)}`)
    .join('\n')
}

const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g
/** Bidirectional overrides and isolates can make a text read as its opposite. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufeff]/g

function oneLine(text: string): string {
  return text.replace(CONTROLS, '').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** Brackets of what would become a link or a reference once the next bracket closes. */
function escapeLabels(line: string): string {
  const parts = line.split(']')
  return parts
    .map((part, index) =>
      /^\s?[([:]/.test(parts[index + 1] ?? '') ? part.replaceAll('[', '\\[') : part,
    )
    .join(']')
}

/** Escapes one line: what acts anywhere, then what acts only at its start. */
function escapeLine(line: string): string {
  const acting = line
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/!(?=\[)/g, '\\!')
    // Text that was said never becomes a link that somebody may follow.
    .replace(/:\/(?=\/)/g, ':\\/')
    .replace(/(?<=\w)@(?=\w)/g, '\\@')
    .replace(/www\./gi, (www) => `${www.slice(0, -1)}\\.`)
  return escapeLabels(acting)
    .replace(/^\[(?=[ xX]\])/, '\\[')
    .replace(/^#{1,6}(?=\s|$)/, '\\$&')
    .replace(/^>/, '\\>')
    .replace(/^[-+](?=\s|$)/, '\\$&')
    .replace(/^(?:-\s*){2,}$/, '\\$&')
    .replace(/^:?-+:?(?=\s*(?:\\\||$))/, '\\$&')
    .replace(/^=(?==*$)/, '\\=')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

type Fields = Pick<Template, 'fields'>

/**
 * The order and the hidden sections that a doctor chose for one document; fields keep their
 * identity, whatever it says.
 *
 * The fields that a reader sees, in the order he sees them.
 */
function shownFields({ fields }: Fields, layout: DocumentLayout | null): TemplateFieldSpec[] {
  if (!layout) return fields
  const hidden = new Set(layout.hidden)
  return layout.order
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
    .filter(({ name }) => !hidden.has(name))
}

/** Null for what is the template's own order with nothing hidden. */
export function tidyLayout({ fields }: Fields, layout: DocumentLayout): DocumentLayout | null {
  const isPlain =
    layout.hidden.length === 0 && layout.order.every((name, i) => name === fields[i]?.name)
  return isPlain ? null : { order: layout.order, hidden: layout.hidden }
}

/**
 * @returns one `{ field, issue }` per fault: every field stands in `order` once, and only fields
 * are hidden
 */
export function validateLayout({ fields }: Fields, layout: DocumentLayout): ErrorDetail[] {
  const names = new Set(fields.map(({ name }) => name))
  const faults: ErrorDetail[] = []
  const isPermutation =
    layout.order.length === names.size &&
    new Set(layout.order).size === names.size &&
    layout.order.every((name) => names.has(name))
  if (!isPermutation) faults.push({ field: 'layout.order', issue: 'invalid' })
  const isSubset =
    new Set(layout.hidden).size === layout.hidden.length &&
    layout.hidden.every((name) => names.has(name))
  if (!isSubset) faults.push({ field: 'layout.hidden', issue: 'invalid' })
  return faults
}

/**
 * Where it stands: nowhere, in the panel, also in what is copied, or also in the Markdown that the
 * host receives, there as a section of its own.
 */
export type FooterPlace = 'off' | 'panel' | 'copy' | 'everywhere'

const SECTION = 'Elaboração'
const DRAFT = 'Rascunho elaborado com apoio de IA, ainda não revisado por profissional.'

/**
 * The line that says who stands for a document that was written with help (SPEC-GAPS 2.10, CFM
 * Resolution 2.454/2026).
 *
 * Null where nobody wants it, and for what was not written. A draft says that nobody has reviewed
 * it: it may be copied or filled all the same, and the chart has to say how it came about.
 */
export function footerOf(
  { status, reviewedAt, reviewedBy }: DocumentRecord,
  place: FooterPlace,
): { text: string; in_copy: boolean } | null {
  if (place === 'off') return null
  const in_copy = place !== 'panel'
  if (status === 'draft') return { text: DRAFT, in_copy }
  if (status !== 'reviewed' || !reviewedAt) return null
  const who = reviewedBy ?? 'profissional não identificado'
  const text = `Elaborado com apoio de IA e revisado por ${who} em ${momentOf(reviewedAt)}.`
  return { text, in_copy }
}

export function markdownWithFooter(record: DocumentRecord, place: FooterPlace): string {
  const footer = place === 'everywhere' ? footerOf(record, place) : null
  return footer ? withClosingSection(record.markdown, SECTION, footer.text) : record.markdown
}

/** `21/11/2026 às 14:32`, Brasília time. */
function momentOf(at: Date): string {
  const [date = '', time = ''] = brasiliaTime(at).split('T')
  return `${date.split('-').reverse().join('/')} às ${time.slice(0, 5)}`
}
