/** A document's fields, one by one, as rules name them and as they are copied. */
import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import { shownSections, valueToHtml, valueToText } from '../text/rich-text.ts'
import type { Words } from './page-words.ts'
import { WHOLE } from './site-rules.ts'
import { wordsOf } from './words-of-markdown.ts'

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
