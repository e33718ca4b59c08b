/** A document's fields, one by one, as rules name them and as they are copied. */
import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import { shownSections, valueToHtml, valueToText } from '../text/rich-text.ts'
import type { Words } from './page-words.ts'
import { WHOLE } from './site-rules.ts'

export interface DocumentField {
  /** As a rule names it. */
  key: string
  words: Words
  markdown: string
}

export type Filling = Pick<ClinicalDocument, 'content' | 'layout' | 'markdown'>

/** Between the name of a field and that of a key in it. */
const WITHIN = ' > '

/** What is shown and not empty, in the doctor's order; the whole document first. */
export function documentFields(document: Filling): DocumentField[] {
  const { markdown } = document
  const whole = { key: WHOLE, words: wordsOf(markdown), markdown }
  return [whole, ...shownSections(document).flatMap(([name, value]) => fieldsOf(name, value))]
}

/** The field that a rule means: capitals, accents and spaces aside. */
export function fieldNamed(
  fields: readonly DocumentField[],
  name: string,
): DocumentField | undefined {
  return fields.find(({ key }) => key === name) ?? fields.find(({ key }) => same(key, name))
}

function fieldsOf(name: string, value: DocumentValue): DocumentField[] {
  const field = fieldOf(name, value)
  if (!field) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [field]
  const keys = Object.entries(value).map(([key, text]) => fieldOf(name + WITHIN + key, text))
  return [field, ...keys.filter((one) => one !== undefined)]
}

function fieldOf(key: string, value: DocumentValue): DocumentField | undefined {
  const text = valueToText(value)
  if (text.trim() === '') return undefined
  return { key, words: { plain: wordsOf(text).plain, html: valueToHtml(value) }, markdown: text }
}

function same(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/\s+/g, ' ').trim()
}

/**
 * A document's Markdown as a page's fields take it.
 *
 * Headings and items as plain lines, and as HTML.
 */
export function wordsOf(markdown: string): Words {
  const lines = markdown.trim().split('\n')
  const plain = lines.map((line) => bare(line.replace(/^#{1,6} /, ''))).join('\n')
  return { plain, html: lines.map(htmlOf).join('') }
}

function htmlOf(line: string): string {
  if (line.trim() === '') return ''
  const heading = /^#{1,6} (.+)$/.exec(line)?.[1]
  if (heading !== undefined) return `<p><strong>${escaped(bare(heading))}</strong></p>`
  return `<p>${escaped(bare(line))}</p>`
}

function bare(line: string): string {
  return line.replaceAll('**', '')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
