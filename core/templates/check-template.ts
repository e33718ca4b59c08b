/**
 * A model's file, judged before it is installed: every fault with its line, its path and what to do
 * about it.
 */

import type { z } from 'zod'
import { isMeasuredField } from '../document/measures/deterministic-values.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { sectionOf, sectionOfKey } from '../document/models/sections.ts'
import { placedRows } from '../document/quoting/places.ts'
import { AppError } from '../errors.ts'
import { readJsonLines, type TextPlace } from './read-json-lines.ts'
import {
  CUE_NAMES,
  MAX_TEMPLATE_BYTES,
  TEMPLATE_JSON_LIMITS,
  TemplateText,
  templateOf,
} from './template-file.ts'

/**
 * Who can fill a field: `measures` are read and computed by rules whoever writes the rest; `rules`
 * know where its sentences are; `model`: a language model only, so it stays null where none is
 * installed.
 */
export function whoFills(
  field: TemplateFieldSpec,
  template: Pick<Template, 'fields'>,
): 'measures' | 'rules' | 'model' {
  if (isMeasuredField(field)) return 'measures'
  if (field.cues?.includes('none')) return 'model'
  if (field.type !== 'dict' && sectionOf(field)) return 'rules'
  if (field.keys?.some((key) => sectionOfKey(field.name, key))) return 'rules'
  // Rows that are its own: what all models share is there without it too.
  const without = placedRows({ fields: [] }).length
  return placedRows({ ...template, fields: [field] }).length > without ? 'rules' : 'model'
}

export interface TemplateFault extends TextPlace {
  /** `sections[1].fields[0].type`; empty for the file as a whole. */
  path: string
  problem: string
  /** What to do; null where the problem says it already. */
  fix: string | null
}

export interface CheckedTemplate {
  /** null when there are faults. */
  template: Template | null
  faults: TemplateFault[]
  /** Faults of a model that can be installed and will disappoint. */
  warnings: TemplateFault[]
}

/** @param text a file's; too large a file need not be read: `sizeBytes` tells */
export function checkTemplate(text: string, sizeBytes = new Blob([text]).size): CheckedTemplate {
  if (sizeBytes > MAX_TEMPLATE_BYTES)
    return refused({
      ...TOP,
      path: '',
      problem: `the file has ${Math.ceil(sizeBytes / 1024)} KiB; a document model has at most ${MAX_TEMPLATE_BYTES / 1024}`,
      fix: 'is it the right file?',
    })
  const read = readJsonLines(text, TEMPLATE_JSON_LIMITS)
  if ('problem' in read) return refused({ ...read, path: pathWords(read.path), fix: null })
  const parsed = TemplateText.safeParse(read.value)
  const place = (path: readonly PropertyKey[]) => ({
    ...read.placeOf(path),
    path: pathWords(path),
  })
  if (!parsed.success) {
    const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, place))
    return { template: null, faults: inOrder(faults), warnings: [] }
  }
  const template = templateOf(parsed.data)
  const pathOf = fieldPaths(parsed.data)
  const warnings = template.fields.flatMap((field, index): TemplateFault[] => {
    const path = pathOf[index] ?? []
    const at = place(path)
    const filled = whoFills(field, template)
    if (field.description === undefined && filled === 'model')
      return [
        {
          ...at,
          problem: `nobody is told what belongs into "${field.name}"`,
          fix: 'add a "description" for the language model, or a cue for the rules',
        },
      ]
    return []
  })
  return { template, faults: [], warnings }
}

const TOP: TextPlace = { line: 1, column: 1 }

function refused(fault: TemplateFault): CheckedTemplate {
  const { line, column, path, problem, fix } = fault
  return { template: null, faults: [{ line, column, path, problem, fix }], warnings: [] }
}

function fieldPaths({ fields, sections }: z.output<typeof TemplateText>): PropertyKey[][] {
  if (fields) return fields.map((_, index) => ['fields', index])
  return (sections ?? []).flatMap((section, at) =>
    section.fields.map((_, index) => ['sections', at, 'fields', index]),
  )
}

type Issue = z.core.$ZodIssue

function faultsOf(
  issue: Issue,
  place: (path: readonly PropertyKey[]) => TextPlace & { path: string },
): TemplateFault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      ...place([...issue.path, key]),
      problem: `"${printable(key)}" is not known here`,
      fix: `take it out, or is it misspelt? Known: ${known(issue.path).join(', ')}`,
    }))
  const [problem, fix] = wordsOf(issue)
  return [{ ...place(issue.path), problem, fix }]
}

const FIELD_KEYS = ['name', 'type', 'keys', 'description', 'examples', 'cues']
const TOP_KEYS = [
  'name',
  'slug',
  'purpose',
  'version',
  'instructions',
  'style',
  'pendingClinicalReview',
  'fields',
  'sections',
]

function known(path: readonly PropertyKey[]): string[] {
  if (path.length === 0) return TOP_KEYS
  return path.at(-2) === 'fields' ? FIELD_KEYS : ['title', 'fields']
}

function wordsOf(issue: Issue): [problem: string, fix: string | null] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('undefined')
        ? [`"${String(issue.path.at(-1) ?? 'the model')}" is missing`, `add it: ${issue.expected}`]
        : [`must be ${TYPES[issue.expected] ?? issue.expected}`, null]
    case 'too_small':
      return ['is empty', 'fill it, or take it out']
    case 'too_big':
      return [`is too long: at most ${issue.maximum}`, 'shorten it']
    case 'invalid_value':
      return ['is none of those there are', `choose: ${issue.values.join(', ')}`]
    case 'invalid_format':
      return [
        'is not written as it must be',
        'lower-case letters, digits and single dashes: visita-domiciliar',
      ]
    case 'custom':
      return CUSTOM[issue.message] ?? [issue.message, null]
    default:
      return [issue.message, null]
  }
}

const TYPES: Record<string, string> = {
  string: 'a text in double quotes',
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
}

const CUSTOM: Record<string, [string, string | null]> = {
  unseen: ['has invisible or control characters', 'write it anew, in one line'],
  tokens: [
    'has signs that language models take for the end of a text',
    'take out "<|", "###", "[INST]" and the like',
  ],
  name: [
    'has a sign that a name cannot have',
    'letters, digits, spaces and . , ; : ( ) / % º + – & - only',
  ],
  digits: ['is a number only, which would lose its place among the others', 'put a word to it'],
  orders: [
    'reads like an instruction to the language model',
    'names say what is there; what to write belongs into "description" or "instructions"',
  ],
  cue: ['is a cue that the rules do not know', `choose: ${CUE_NAMES.join(', ')}`],
  keys: ['a field of type "dict" needs "keys"', 'list them: "keys": ["Peso", "Altura"]'],
  'no-keys': ['only a field of type "dict" has "keys"', 'take them out, or make it a "dict"'],
  twice: ['is there twice (capitals aside)', 'give one of them another name'],
  both: ['has "fields" and "sections"', 'put the fields into the sections'],
  neither: ['has no fields', 'add "fields": [ … ], or "sections": [ … ]'],
  'too-many': ['has more than 60 fields', 'a document of this length is read by nobody: part it'],
}

function inOrder(faults: TemplateFault[]): TemplateFault[] {
  return faults.sort((a, b) => a.line - b.line || a.column - b.column).slice(0, 50)
}

/** `sections[1].fields[0].type` */
function pathWords(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${printable(String(part))}`))
    .join('')
    .replace(/^\./, '')
}

/** A file's own words, safe on a terminal and short. */
function printable(text: string): string {
  return text.replace(/[^\p{L}\p{N} ._-]/gu, '?').slice(0, 60)
}

/** @throws {AppError} `template_invalid`, one detail per fault: line, column, path, problem, fix */
export function refuseFaults({ template, faults }: CheckedTemplate): Template {
  if (template) return template
  const lines = faults.map(
    ({ line, column, path, problem, fix }) =>
      `  line ${line}:${column}  ${path ? `${path} ` : ''}${problem}${fix ? ` (${fix})` : ''}`,
  )
  throw new AppError(
    'invalid',
    'template_invalid',
    `This is no document model that can be installed:\n${lines.join('\n')}`,
    { details: faults.map((fault) => ({ ...fault })) },
  )
}
