/** Walking over a document's values: the leaves that evidence, checks and edits talk about. */
import type { DocumentContent } from '../../contract/api.ts'
import type { Template } from './ports.ts'
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
