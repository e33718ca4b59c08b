import type { ClinicalDocument, DocumentContent, DocumentValue } from '../../core/contract/api.ts'
import { parseBlocks, type TextBlock } from '../../core/contract/text-blocks.ts'

type Arranged = Pick<ClinicalDocument, 'content' | 'layout'>

/**
 * The filled sections as HTML for the clipboard: what word processors and EHR editors paste well.
 */
export function toHtml(content: DocumentContent): string {
  return sectionsHtml(Object.entries(content))
}

/** The same for a document, as the doctor arranged it, with a line at its end. */
export function documentHtml(document: Arranged, closing?: string): string {
  const html = sectionsHtml(shownSections(document))
  return closing === undefined ? html : `${html}<p><em>${escapeHtml(closing)}</em></p>`
}

/** The names and values that are shown, in the doctor's order. */
export function shownSections({ content, layout }: Arranged): [string, DocumentValue][] {
  const hidden = new Set(layout?.hidden)
  return (layout?.order ?? Object.keys(content))
    .filter((name) => !hidden.has(name))
    .map((name) => [name, content[name] ?? null])
}

/** One section as plain text, for programs that know no other. */
export function sectionText(name: string, value: DocumentValue): string {
  return value === null ? `${name}:` : `${name}:\n${valueToText(value)}`
}

function sectionsHtml(sections: [string, DocumentValue][]): string {
  return sections
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<h2>${escapeHtml(name)}</h2>${valueToHtml(value)}`)
    .join('')
}

/** Without its name. */
export function valueToText(value: DocumentValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  return itemsOf(value)
    .map((item) => `- ${item}`)
    .join('\n')
}

export function valueToHtml(value: DocumentValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return parseBlocks(value).map(blockHtml).join('')
  return listHtml('ul', itemsOf(value))
}

function itemsOf(value: string[] | Record<string, string | null>): string[] {
  if (Array.isArray(value)) return value
  return Object.entries(value)
    .filter(([, text]) => text !== null)
    .map(([key, text]) => `${key}: ${text}`)
}

function blockHtml(block: TextBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text.trim() === '' ? '' : `<p>${escapeHtml(block.text)}</p>`
    case 'heading':
      return `<h3>${escapeHtml(block.text)}</h3>`
    case 'separator':
      return '<hr>'
    case 'quote':
      return `<blockquote>${block.lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</blockquote>`
    case 'list': {
      const box = (checked: boolean) => (checked ? '☑ ' : '☐ ')
      const items = block.items.map(
        ({ text, checked }) => (block.style === 'check' ? box(checked) : '') + text,
      )
      return listHtml(block.style === 'number' ? 'ol' : 'ul', items)
    }
    case 'table': {
      const row = (cells: string[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
      return `<table>${block.rows.map((cells, i) => row(cells, i === 0 ? 'th' : 'td')).join('')}</table>`
    }
  }
}

function listHtml(tag: 'ul' | 'ol', items: readonly string[]): string {
  return `<${tag}>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${tag}>`
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character]!,
  )
}
