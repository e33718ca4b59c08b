/**
 * What is another in the second of two models: for whoever decides whether a new version may
 * replace the old one.
 */
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'

export interface TemplateChange {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  /** A field's name; null for what concerns the whole model. */
  field: string | null
  /** `type`, `description`, `name` … */
  what: string | null
  before: string | null
  after: string | null
  /** Hosts that map fields by name lose this one, or get it in another shape. */
  breaksHosts: boolean
}

const WHOLE = ['name', 'slug', 'purpose', 'instructions', 'style', 'pendingClinicalReview'] as const
const OF_FIELD = ['section', 'type', 'keys', 'description', 'examples', 'cues'] as const
const BREAKING: ReadonlySet<string> = new Set(['type', 'keys'])

export function diffTemplates(before: Template, after: Template): TemplateChange[] {
  const changes: TemplateChange[] = []
  for (const what of WHOLE)
    changes.push(...differs(null, what, before[what] ?? null, after[what] ?? null))
  const old = new Map(before.fields.map((field) => [field.name, field]))
  const names = new Set(after.fields.map(({ name }) => name))
  for (const { name } of before.fields)
    if (!names.has(name)) changes.push(only('removed', name, true))
  for (const field of after.fields) {
    const was = old.get(field.name)
    if (was) changes.push(...fieldChanges(was, field))
    else changes.push(only('added', field.name, false))
  }
  const kept = (fields: TemplateFieldSpec[]) =>
    fields.map(({ name }) => name).filter((name) => names.has(name) && old.has(name))
  const order = kept(before.fields)
  for (const [index, name] of kept(after.fields).entries())
    if (order[index] !== name) changes.push(only('moved', name, false))
  return changes
}

function fieldChanges(before: TemplateFieldSpec, after: TemplateFieldSpec): TemplateChange[] {
  return OF_FIELD.flatMap((what) =>
    differs(after.name, what, words(before[what]), words(after[what])),
  )
}

function words(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(' | ') : (value ?? null)
}

function differs(
  field: string | null,
  what: string,
  before: string | boolean | null,
  after: string | boolean | null,
): TemplateChange[] {
  if (before === after) return []
  const text = (value: string | boolean | null) => (value === null ? null : String(value))
  const breaksHosts = field !== null && BREAKING.has(what)
  return [{ kind: 'changed', field, what, before: text(before), after: text(after), breaksHosts }]
}

function only(
  kind: 'added' | 'removed' | 'moved',
  field: string,
  breaksHosts: boolean,
): TemplateChange {
  return { kind, field, what: null, before: null, after: null, breaksHosts }
}
