/**
 * A document model as a data file, and everything that follows from its field list alone: the
 * schema a generator must satisfy, the null rule, and the shape check of a filled one. Names, order
 * and nulls are the contract with the host (spec §2.2, SPEC-GAPS 1.3), so they are decided here and
 * nowhere else.
 *
 *   string    text, or null
 *   string[] texts in the order they were said, or null (never an empty list)
 *   dict      every listed key in order, text or null each; null when no key is filled
 */
import { z } from 'zod'
import type { DocumentContent, DocumentValue } from '../../contract/api.ts'
import type { ErrorDetail } from '../../errors.ts'
import type { JsonSchema, Template, TemplateFieldSpec } from './ports.ts'

/** What a language model may write at most; a doctor's edit may be longer (`MAX_EDITED_CHARS`). */
export const GENERATED_LIMITS = {
  stringChars: 2000,
  listItems: 30,
  listItemChars: 400,
  dictValueChars: 300,
} as const
/** Bound of one edited value: far beyond any real record, so that a body cannot fill the disk. */
const MAX_EDITED_CHARS = 20_000
const MAX_EDITED_ITEMS = 200

/**
 * A JavaScript object sorts keys such as "12" before all others, which would break the promised
 * order; control characters would break the Markdown headings.
 */
const Name = z
  .string()
  .min(1)
  .max(120)
  .refine((name) => name === name.trim() && !/^\d+$/.test(name) && name !== '__proto__', 'invalid')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .refine((name) => !/[\u0000-\u001f\u007f\u2028\u2029]/.test(name), 'invalid')

const Words = {
  description: z.string().min(1).max(1000).optional(),
  cues: z.array(z.string().min(1).max(80)).max(20).optional(),
  section: Name.optional(),
  examples: z.array(z.string().min(1).max(300)).min(1).max(3).optional(),
}

const Field = z.discriminatedUnion('type', [
  z.strictObject({
    name: Name,
    type: z.enum(['string', 'string[]']),
    ...Words,
  }),
  z.strictObject({
    name: Name,
    type: z.literal('dict'),
    keys: z.array(Name).min(1).max(40).refine(isUnique, 'duplicate'),
    ...Words,
  }),
])

/**
 * A template file: `config/templates/<id>.json`. Unknown properties are refused, so that a typing
 * error is seen.
 */
export const TemplateFile = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** Kebab-case Portuguese (SPEC-GAPS 1.15). */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(120),
  purpose: z.string().min(1).max(300),
  group: z.enum(['specialty', 'document', 'own']),
  version: z.int().min(1),
  /** True for the field lists that a clinician has not confirmed yet (SPEC-GAPS 1.3). */
  pendingClinicalReview: z.boolean(),
  instructions: z.string().min(1).max(2000).optional(),
  style: z.string().min(1).max(500).optional(),
  fields: z
    .array(Field)
    .min(1)
    .max(60)
    .refine((fields) => isUnique(fields.map((field) => field.name)), 'duplicate'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/**
 * Reads a template file.
 * @throws {z.ZodError} when it does not satisfy `TemplateFile`
 */
export function parseTemplate(value: unknown): Template {
  return TemplateFile.parse(value) as Template
}

/**
 * The schema of a model's output: every key required, in order, nothing else, null allowed, lengths
 * bounded.
 */
export function contentSchema(template: Pick<Template, 'fields'>): JsonSchema {
  return objectSchema(template.fields.map((field) => [field.name, fieldSchema(field)]))
}

/** A document in which nothing was identified. */
export function emptyContent(template: Pick<Template, 'fields'>): DocumentContent {
  return normalizeContent(template, {})
}

/**
 * The same content by the null rule and in the template's order (SPEC-GAPS 1.3.2): blank text and
 * empty lists become null, blank items go, a dict has all its keys or is null. Unknown keys are
 * left out, values of a wrong type become null: for generated content, which `validateContent`
 * cannot refuse any more.
 */
export function normalizeContent(
  template: Pick<Template, 'fields'>,
  content: Record<string, unknown>,
): DocumentContent {
  return Object.fromEntries(
    template.fields.map((field) => [
      field.name,
      normalizeValue(field, Object.hasOwn(content, field.name) ? content[field.name] : null),
    ]),
  )
}

/** One field's value by the null rule. */
export function normalizeValue(field: TemplateFieldSpec, value: unknown): DocumentValue {
  if (field.type === 'string') return text(value)
  if (field.type === 'string[]') {
    const items = Array.isArray(value) ? value.map(text).filter((item) => item !== null) : []
    return items.length > 0 ? items : null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = (field.keys ?? []).map((key): [string, string | null] => [
    key,
    Object.hasOwn(value, key) ? text((value as Record<string, unknown>)[key]) : null,
  ])
  return entries.some(([, entry]) => entry !== null) ? Object.fromEntries(entries) : null
}

/**
 * Compares a content with its template: exact keys, exact order, exact types, nothing empty.
 * Details name fields, never values (they are clinical).
 * @returns one `{ field, issue }` per fault; an empty list when it is right
 */
export function validateContent(
  template: Pick<Template, 'fields'>,
  content: unknown,
): ErrorDetail[] {
  if (!isRecord(content)) return [{ field: 'content', issue: 'invalid' }]
  const faults = keyFaults(
    Object.keys(content),
    template.fields.map((field) => field.name),
    '',
  )
  for (const field of template.fields) {
    if (Object.hasOwn(content, field.name)) faults.push(...valueFaults(field, content[field.name]))
  }
  return faults
}

function valueFaults(field: TemplateFieldSpec, value: unknown): ErrorDetail[] {
  if (value === null) return []
  if (field.type === 'string') return textFaults(field.name, value)
  if (field.type === 'string[]') {
    if (!Array.isArray(value)) return [{ field: field.name, issue: 'invalid' }]
    if (value.length === 0) return [{ field: field.name, issue: 'empty' }]
    if (value.length > MAX_EDITED_ITEMS) return [{ field: field.name, issue: 'too_long' }]
    return value.flatMap((item, index) => textFaults(`${field.name}.${index}`, item))
  }
  if (!isRecord(value)) return [{ field: field.name, issue: 'invalid' }]
  const faults = keyFaults(Object.keys(value), field.keys ?? [], `${field.name}.`)
  const filled = Object.entries(value).filter(([, entry]) => entry !== null)
  if (filled.length === 0) faults.push({ field: field.name, issue: 'empty' })
  return faults.concat(filled.flatMap(([key, entry]) => textFaults(`${field.name}.${key}`, entry)))
}

function textFaults(field: string, value: unknown): ErrorDetail[] {
  // NUL: no database holds it, and no record of the national network.
  if (typeof value !== 'string' || value.includes('\u0000')) return [{ field, issue: 'invalid' }]
  if (value.trim() === '') return [{ field, issue: 'empty' }]
  return value.length > MAX_EDITED_CHARS ? [{ field, issue: 'too_long' }] : []
}

function keyFaults(actual: string[], expected: string[], prefix: string): ErrorDetail[] {
  const missing = expected.filter((name) => !actual.includes(name))
  const unknown = actual.filter((name) => !expected.includes(name))
  const faults: ErrorDetail[] = [
    ...missing.map((name) => ({ field: prefix + name, issue: 'required' })),
    // An unknown key is the sender's text: its name is not repeated.
    ...unknown.map(() => ({ field: `${prefix}*`, issue: 'unknown' })),
  ]
  const misplaced = actual.findIndex((name, index) => name !== expected[index])
  if (faults.length === 0 && misplaced >= 0)
    faults.push({ field: prefix + expected[misplaced], issue: 'order' })
  return faults
}

function fieldSchema(field: TemplateFieldSpec): JsonSchema {
  const limits = GENERATED_LIMITS
  const described = field.description ? { description: field.description } : {}
  if (field.type === 'string') return { ...described, ...nullable(limits.stringChars) }
  if (field.type === 'dict')
    return {
      ...described,
      ...orNull(
        objectSchema((field.keys ?? []).map((key) => [key, nullable(limits.dictValueChars)])),
      ),
    }
  const items: JsonSchema = { type: 'string', minLength: 1, maxLength: limits.listItemChars }
  return {
    ...described,
    ...orNull({ type: 'array', items, minItems: 1, maxItems: limits.listItems }),
  }
}

function objectSchema(entries: [string, JsonSchema][]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  }
}

function nullable(maxLength: number): JsonSchema {
  return orNull({ type: 'string', minLength: 1, maxLength })
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] }
}

function text(value: unknown): string | null {
  return (typeof value === 'string' && value.replaceAll('\u0000', '').trim()) || null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isUnique(names: string[]): boolean {
  return new Set(names).size === names.length
}
