/**
 * A document model as the one file that people write and read: `fields` in a row, or parted into
 * `sections`. What a file need not say (its id, its group, whether a clinician has confirmed it) is
 * filled in; what `template export` writes is read back as the same model.
 */
import { z } from 'zod'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { SECTIONS } from '../document/models/sections.ts'
import { slugOf } from './model-identity.ts'

/** Far beyond any real model: the largest that comes with the product has 9 kB. */
export const MAX_TEMPLATE_BYTES = 256 * 1024
export const TEMPLATE_JSON_LIMITS = { depth: 8, nodes: 6000 }
const MOST_FIELDS = 60

/** What may be given as a cue: places that the rules know, and `none`. */
export const CUE_NAMES: readonly string[] = [...SECTIONS, 'none']

/**
 * Names become keys of the host's JSON, headings and lines of a prompt: letters, digits and what
 * titles need.
 */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .,;:()/%º°ª+–&-]*$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
/** Tokens that chat formats speak with. */
const TOKENS = /<\||\|>|\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>|###/i
const ORDERS =
  /\b(?:ignor[ae]|desconsider[ae]|esque[çc]a|disregard|forget|override)\b.{0,40}\b(?:instru[çc]|regra|anterior|acima|rules?|previous|above|prompt)|\b(?:system|assistant|sistema)\s*:|\byou are\b|\bvoc[êe] agora\b|\bprompt\b/iu

const Line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !UNSEEN.test(text), 'unseen')
    .refine((text) => !TOKENS.test(text), 'tokens')

const Name = Line(120)
  .refine((text) => NAME.test(text), 'name')
  .refine((text) => !/^\d+$/.test(text), 'digits')
  .refine((text) => !ORDERS.test(text), 'orders')
const Title = Line(120).refine((text) => !ORDERS.test(text), 'orders')
/** Several lines are fine where people explain; each is checked like one. */
const Prose = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => text.split(/\r?\n/).every((line) => !UNSEEN.test(line)), 'unseen')
    .refine((text) => !TOKENS.test(text), 'tokens')

const Field = z
  .strictObject({
    name: Name,
    type: z.enum(['string', 'string[]', 'dict']),
    keys: z.array(Name).min(1).max(40).optional(),
    description: Line(1000).optional(),
    examples: z.array(Line(300)).min(1).max(3).optional(),
    cues: z
      .array(z.string().refine((cue) => CUE_NAMES.includes(cue), 'cue'))
      .max(20)
      .optional(),
  })
  .superRefine(({ type, keys }, { addIssue }) => {
    if (type === 'dict' && !keys) addIssue({ code: 'custom', message: 'keys', path: [] })
    if (type !== 'dict' && keys) addIssue({ code: 'custom', message: 'no-keys', path: ['keys'] })
    repeated(keys ?? []).forEach((index) => {
      addIssue({ code: 'custom', message: 'twice', path: ['keys', index] })
    })
  })

const Fields = z.array(Field).min(1).max(MOST_FIELDS)

export const TemplateText = z
  .strictObject({
    name: Title,
    slug: z
      .string()
      .max(120)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .optional(),
    purpose: Line(300),
    version: z.int().min(1).max(1_000_000).optional(),
    instructions: Prose(2000).optional(),
    style: Prose(500).optional(),
    pendingClinicalReview: z.boolean().optional(),
    fields: Fields.optional(),
    sections: z
      .array(z.strictObject({ title: Name, fields: Fields }))
      .min(1)
      .max(30)
      .optional(),
    id: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/)
      .optional(),
    group: z.enum(['specialty', 'document', 'own']).optional(),
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  })
  .superRefine(({ fields, sections }, { addIssue }) => {
    if (fields && sections) addIssue({ code: 'custom', message: 'both', path: ['sections'] })
    if (!fields && !sections) addIssue({ code: 'custom', message: 'neither', path: [] })
    const placed = fields
      ? fields.map(({ name }, index) => ({ name, path: ['fields', index, 'name'] }))
      : (sections ?? []).flatMap((section, at) =>
          section.fields.map(({ name }, index) => ({
            name,
            path: ['sections', at, 'fields', index, 'name'],
          })),
        )
    if (placed.length > MOST_FIELDS)
      addIssue({ code: 'custom', message: 'too-many', path: ['sections'] })
    for (const index of repeated(placed.map(({ name }) => name)))
      addIssue({ code: 'custom', message: 'twice', path: placed[index]?.path ?? [] })
    for (const index of repeated((sections ?? []).map(({ title }) => title)))
      addIssue({ code: 'custom', message: 'twice', path: ['sections', index, 'title'] })
  })

/** The model that a checked file describes; whoever installs it gives it its id and number. */
export function templateOf(file: z.output<typeof TemplateText>): Template {
  const { name, purpose, instructions, style, fields, sections } = file
  const all = sections
    ? sections.flatMap(({ title, fields: within }) =>
        within.map((field) => ({ ...field, section: title })),
      )
    : (fields ?? [])
  return {
    id: file.id ?? 'new',
    slug: file.slug ?? slugOf(name),
    name,
    purpose,
    group: 'own',
    version: file.version ?? 1,
    pendingClinicalReview: file.pendingClinicalReview ?? false,
    ...(instructions && { instructions }),
    ...(style && { style }),
    fields: all as TemplateFieldSpec[],
  }
}

/**
 * The file of a model, in the order in which people read it. Its fingerprint is for them: reading
 * does not trust it.
 */
export function fileOf(template: Template): Record<string, unknown> {
  const { name, slug, purpose, version, instructions, style, pendingClinicalReview } = template
  const { fields, fingerprint } = template
  return {
    name,
    slug,
    purpose,
    version,
    ...(instructions && { instructions }),
    ...(style && { style }),
    pendingClinicalReview,
    ...(fields.some(({ section }) => section)
      ? { sections: parted(fields) }
      : { fields: fields.map(plain) }),
    ...(fingerprint && { fingerprint }),
  }
}

function parted(fields: readonly TemplateFieldSpec[]) {
  const sections: { title: string; fields: unknown[] }[] = []
  for (const field of fields) {
    const title = field.section ?? 'Outros'
    const last = sections.at(-1)
    if (last?.title === title) last.fields.push(plain(field))
    else sections.push({ title, fields: [plain(field)] })
  }
  return sections
}

function plain({ name, type, keys, description, examples, cues }: TemplateFieldSpec) {
  return {
    name,
    type,
    ...(keys && { keys }),
    ...(description && { description }),
    ...(examples && { examples }),
    ...(cues && { cues }),
  }
}

/** Indexes of those that were there before. */
function repeated(names: readonly string[]): number[] {
  const folded = names.map((name) => name.toLowerCase())
  return folded.flatMap((name, index) => (folded.indexOf(name) < index ? [index] : []))
}
