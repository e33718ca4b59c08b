/**
 * From the lines of a draft to the values of a document and their sources, whoever worded the
 * lines.
 */
import type { DocumentContent, DocumentValue, Evidence } from '../../contract/api.ts'
import type { GeneratedDocument, Template } from '../models/ports.ts'
import { normalizeContent } from '../models/template-schema.ts'
import type { DraftField, DraftLine, DraftPlace } from './draft.ts'

export interface WrittenField {
  name: string
  value: DocumentValue
  evidence: Evidence[]
}

export function writeField({ field, measured, places }: DraftField): WrittenField {
  const { name } = field
  if (measured) return { name, ...measured }
  if (field.type === 'string[]') return { name, ...writeItems(places[0]!) }
  const texts = places.map((place) => ({ place, text: joinLines(place) }))
  const evidence = texts.flatMap(({ text }) => text?.evidence ?? [])
  if (field.type === 'string') return { name, value: texts[0]?.text?.value ?? null, evidence }
  const entries = texts.map(({ place, text }) => [place.path.at(-1), text?.value ?? null])
  return { name, value: evidence.length > 0 ? Object.fromEntries(entries) : null, evidence }
}

/** A whole document of written fields. */
export function documentOf(
  template: Template,
  fields: readonly WrittenField[],
): Pick<GeneratedDocument, 'content' | 'evidence' | 'contradictions'> {
  const content: DocumentContent = Object.fromEntries(
    fields.map(({ name, value }) => [name, value]),
  )
  return {
    content: normalizeContent(template, content),
    evidence: fields.flatMap(({ evidence }) => evidence),
    contradictions: [],
  }
}

function writeItems({ path, lines }: DraftPlace): Omit<WrittenField, 'name'> {
  const items = distinct(lines).map((line) => ({ ...line, text: capitalized(line) }))
  return {
    value: items.length > 0 ? items.map(({ text }) => text) : null,
    evidence: items.map(({ spans }, index) => ({
      path: [...path, String(index)],
      verdict: SUPPORTED,
      spans,
    })),
  }
}

/**
 * Lines as one text: sentences begin with a capital, and a semicolon parts what ends in no mark
 * from what follows.
 */
function joinLines({ path, lines }: DraftPlace): { value: string; evidence: Evidence[] } | null {
  const own = distinct(lines)
  if (own.length === 0) return null
  let value = ''
  const parts = own.map((line, at) => {
    const before = at === 0 ? '' : `${parted(value, line.text)} `
    const text = /(?:^|[.!?]["'”)]*)$/.test(own[at - 1]?.text ?? '') ? capitalized(line) : line.text
    value = before + text
    return { start: before.length, end: value.length, spans: line.spans, verdict: SUPPORTED }
  })
  const spans = own.flatMap((line) => line.spans)
  const evidence: Evidence = { path, verdict: SUPPORTED, spans }
  return { value, evidence: [parts.length < 2 ? evidence : { ...evidence, parts }] }
}

const SUPPORTED = 'supported' as const

/**
 * Where it ends in no mark, with one behind it: the only character that nobody said. A full stop
 * where a sentence of its own follows.
 */
export function parted(text: string, next: string): string {
  if (/[.!?…;:]["'”)]*$/.test(text)) return text
  return /^["'“(]*\p{Lu}/u.test(next) ? `${text.replace(/,$/, '')}.` : `${text};`
}

/** Lines that say the same in the same words become one, with the sources of both. */
function distinct(lines: readonly DraftLine[]): DraftLine[] {
  const known = new Map<string, DraftLine>()
  for (const line of lines) {
    const key = line.text.toLowerCase().replace(/(?<![.,;!\s])[.,;!\s]+$/, '')
    const same = known.get(key)
    known.set(key, same ? { ...same, spans: [...same.spans, ...line.spans] } : line)
  }
  return [...known.values()]
}

/** A text or item begins as one; "pH" stays. What was written stays as it was written. */
function capitalized({ text, isSpoken }: DraftLine): string {
  if (!isSpoken || !/^\p{Ll}(?!\p{Lu})/u.test(text)) return text
  const [first = ''] = text
  const letter = first.toLocaleUpperCase('pt-BR')
  // Places in the text count on its length.
  return letter.length === first.length ? letter + text.slice(first.length) : text
}
