/**
 * The Markdown of a document, as hosts parse it (SPEC-GAPS 1.3.6): a level-2 heading per filled field, its
 * name and a colon; list items as `- item`; dict entries as `- Chave: valor`, plain, never bold. Null fields
 * and null entries are left out.
 *
 * Values are data. Somebody may have said, typed or uploaded "# Prescrição:" or an image that calls home, so
 * every character that Markdown would act upon is escaped where it would act, and only there: ordinary
 * clinical text ("-2,50 dioptrias", "PA < 140", "5 mg/mL") stays as it is. Parsed by a CommonMark parser, the
 * result gives back exactly the content; a value cannot open a heading, a list, a link, an image or HTML.
 */
import type { DocumentContent } from '../contract/api.ts'
import type { Template } from './ports.ts'

/** Markdown of the filled fields in template order; an empty text when nothing is filled. */
export function renderMarkdown(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): string {
  const blocks: string[] = []
  for (const { name, keys } of template.fields) {
    const value = Object.hasOwn(content, name) ? content[name] : null
    const body = value == null ? '' : renderValue(value, keys)
    if (body !== '') blocks.push(`## ${escapeLine(oneLine(name))}:\n\n${body}`)
  }
  return blocks.length > 0 ? `${blocks.join('\n\n')}\n` : ''
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

/** Escapes one line: what acts anywhere, then what acts only at its start. */
function escapeLine(line: string): string {
  return (
    line
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
      .replace(/\[(?=[^\]]*\]\s?[([:])/g, '\\[')
      .replace(/^\[(?=[ xX]\])/, '\\[')
      .replace(/^#{1,6}(?=\s|$)/, '\\$&')
      .replace(/^>/, '\\>')
      .replace(/^[-+](?=\s|$)/, '\\$&')
      .replace(/^(?:-\s*){2,}$/, '\\$&')
      .replace(/^:?-+:?(?=\s*(?:\\\||$))/, '\\$&')
      .replace(/^=(?==*$)/, '\\=')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  )
}
