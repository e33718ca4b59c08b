/** Walking over a document's values: the leaves that evidence, checks and edits talk about. */
import type { Contradiction, DocumentContent, DocumentValue } from '../../contract/api.ts'
import { AppError } from '../../errors.ts'
import type { DocumentInput, Template } from './ports.ts'
import { normalizeContent } from './template-schema.ts'

/** One filled leaf; `path` as in `Evidence`: field name, then dict key or list index as text. */
export interface FilledValue {
  path: string[]
  text: string
}

/** Every filled leaf, in template order. */
export function filledValues(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): FilledValue[] {
  return template.fields.flatMap(({ name, keys }): FilledValue[] => {
    const value = content[name] ?? null
    if (value === null) return []
    if (typeof value === 'string') return [{ path: [name], text: value }]
    if (Array.isArray(value))
      return value.map((text, index) => ({ path: [name, String(index)], text }))
    return (keys ?? []).flatMap((key) => {
      const text = value[key] ?? null
      return text === null ? [] : [{ path: [name, key], text }]
    })
  })
}

/**
 * The content without the given leaves, by the null rule: a list without items and a dict without
 * entries become null. Paths that follow a removed list item move up; `movedPath` says where to.
 */
export function withoutValues(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
  paths: string[][],
): DocumentContent {
  const removed = new Set(paths.map(pathKey))
  const kept = Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (value === null || removed.has(pathKey([name]))) return [name, null]
      if (Array.isArray(value))
        return [name, value.filter((_, index) => !removed.has(pathKey([name, String(index)])))]
      if (typeof value === 'string') return [name, value]
      const entries = Object.entries(value).map(([key, entry]): [string, string | null] => [
        key,
        removed.has(pathKey([name, key])) ? null : entry,
      ])
      return [name, Object.fromEntries(entries)]
    }),
  )
  return normalizeContent(template, kept)
}

/**
 * Where a leaf lies after `withoutValues` took the given ones away; null for a leaf that was taken.
 */
export function movedPath(path: string[], removed: string[][]): string[] | null {
  const keys = new Set(removed.map(pathKey))
  if (keys.has(pathKey(path)) || keys.has(pathKey(path.slice(0, 1)))) return null
  const [name, index] = path
  if (name === undefined || index === undefined || !/^\d+$/.test(index)) return path
  const before = removed.filter(
    ([field, at]) => field === name && at !== undefined && Number(at) < Number(index),
  ).length
  return [name, String(Number(index) - before)]
}

/** One text per path, so that paths can be compared and kept in sets. */
export function pathKey(path: string[]): string {
  return JSON.stringify(path)
}

/**
 * Whether there is anything a document could rest on: speech, context, background or a file's text.
 */
export function hasContent(input: Omit<DocumentInput, 'template'>): boolean {
  return (
    input.segments.some(({ text }) => isFilled(text)) ||
    isFilled(input.contextMarkdown) ||
    isFilled(input.backgroundHistory) ||
    input.files.some(({ pages }) => pages.some(isFilled))
  )
}

/** What a generator says that was given nothing to write from. */
export function noContent(): AppError {
  return new AppError('rejected', 'no_content', 'Ainda não há conteúdo para gerar o documento.')
}

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}

const CUT_REASON = 'O texto gerado foi interrompido antes do fim da frase.'

/**
 * A text that the model did not end by itself is half a statement, and half a negation is a wrong
 * one. Kept are its whole sentences; a text without any is taken out and listed for the doctor.
 * @param paths of the texts in `value` that were cut, from the document's root
 * @returns the value with whole sentences only, and what had to go
 */
export function endAtSentences(
  value: DocumentValue,
  paths: string[][],
): { value: DocumentValue; removed: Contradiction[] } {
  const removed: Contradiction[] = []

  function shorten(text: string, path: string[]): string | null {
    const whole = wholeSentences(text)
    if (whole === null) removed.push({ path, value: text, reason: CUT_REASON, spans: [] })
    return whole
  }

  let result = value
  for (const path of paths) result = replaced(result, path, shorten)
  return { value: result, removed }
}

function replaced(
  value: DocumentValue,
  path: string[],
  shorten: (text: string, path: string[]) => string | null,
): DocumentValue {
  const [, at] = path
  if (typeof value === 'string') return shorten(value, path)
  if (value === null || at === undefined) return value
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === at ? (shorten(item, path) ?? '') : item))
  const text = value[at] ?? null
  return text === null ? value : { ...value, [at]: shorten(text, path) }
}

/**
 * Up to the last end of a sentence that a space or the text's end follows: the point in "1.5 mg" is
 * none.
 */
function wholeSentences(text: string): string | null {
  const end = /^.*[.!?;](?=\s|$)/su.exec(text)
  return end ? end[0].trim() : null
}
