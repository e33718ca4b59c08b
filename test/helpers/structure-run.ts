/**
 * Many generations, each judged by rules that are written down here once more, apart from the code
 * under test.
 */
import type { ValidateFunction } from 'ajv'
import type { DocumentContent, Evidence } from '../../core/contract/api.ts'
import type {
  DocumentGenerator,
  DocumentInput,
  Template,
  TextGenerator,
} from '../../core/document/models/ports.ts'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import { isAppError } from '../../core/errors.ts'
import { askModel } from '../../core/structured-output/ask-model.ts'
import { answerCheck } from '../../core/structured-output/check-answers.ts'
import type { DiagnosisCodes } from '../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../core/structured-output/fill.ts'
import type { Material } from '../../core/structured-output/material.ts'
import { parseSchema } from '../../core/structured-output/parse-schema.ts'
import { type Output, type OutputValue, outputObject } from '../../core/structured-output/schema.ts'
import { validateOutput } from '../../core/structured-output/validate-output.ts'
import { validatorOf } from './json-schema.ts'
import { type HostSchema, promised } from './structured-schemas.ts'

export interface Tally {
  generations: number
  valid: number
  extraKeys: number
  outOfOrder: number
  /** Values that neither have a source nor are marked as without one. */
  unsourced: number
  /** Values that are not null, of all. */
  values: number
  faults: string[]
}

export function newTally(): Tally {
  return {
    generations: 0,
    valid: 0,
    extraKeys: 0,
    outOfOrder: 0,
    unsourced: 0,
    values: 0,
    faults: [],
  }
}

const MOST_FAULTS = 10
const signal = new AbortController().signal

function fault(tally: Tally, text: string) {
  if (tally.faults.length < MOST_FAULTS) tally.faults.push(text)
}

/** One document, from sources as the product hands them over. */
export async function tallyDocument(
  tally: Tally,
  generator: DocumentGenerator,
  input: DocumentInput,
) {
  tally.generations += 1
  const { template } = input
  const told: string[] = []
  const onField = (name: string) => void told.push(name)
  try {
    const { content, evidence } = await generator.generate(cleanSources(input), {
      signal,
      onField,
    })
    const names = template.fields.map(({ name }) => name)
    const keys = Object.keys(content)
    tally.extraKeys += keys.filter((key) => !names.includes(key)).length
    const isOrdered = keys.join('\n') === names.join('\n') && told.join('\n') === names.join('\n')
    if (!isOrdered) tally.outOfOrder += 1
    const wrong = template.fields.filter((field) => !isContent(field, content[field.name]))
    const bare = unsourced(template, content, evidence)
    tally.unsourced += bare.length
    tally.values += Object.values(content).filter((value) => value !== null).length
    if (isOrdered && wrong.length === 0) tally.valid += 1
    else fault(tally, `${template.id}: ${wrong.map(({ name }) => name)}`)
    if (bare.length > 0) fault(tally, `${template.id}: no source for ${bare[0]}`)
  } catch (error) {
    fault(tally, `${template.id}: ${reason(error)}`)
  }
}

/**
 * Of spec 2.2: texts, lists of texts, one level of named texts; null where nothing is known, never
 * emptiness.
 */
function isContent({ type, keys = [] }: Template['fields'][number], value: unknown): boolean {
  if (value === null) return true
  if (type === 'string') return isText(value)
  if (type === 'string[]') return Array.isArray(value) && value.length > 0 && value.every(isText)
  if (typeof value !== 'object' || value === undefined) return false
  const entries = Object.entries(value)
  return (
    entries.map(([key]) => key).join('\n') === keys.join('\n') &&
    entries.every(([, one]) => one === null || isText(one))
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !HIDDEN.test(value)
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]/u

function unsourced(template: Template, content: DocumentContent, evidence: Evidence[]): string[] {
  const known = new Set(evidence.map(({ path }) => path.join('\n')))
  return template.fields.flatMap(({ name }) => {
    const value = content[name] ?? null
    if (value === null) return []
    const paths = Array.isArray(value)
      ? value.map((_, index) => [name, String(index)])
      : typeof value === 'string'
        ? [[name]]
        : Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[name, key]]))
    return paths.map((path) => path.join('\n')).filter((path) => !known.has(path))
  })
}

interface DataVisit {
  material: Material
  codes: DiagnosisCodes
}

/** Data in the shape of one schema; `text` null: by rules alone. */
export async function tallyData(
  tally: Tally,
  { material, codes }: DataVisit,
  host: HostSchema,
  text: TextGenerator | null,
  limits: { textChars: number; listItems: number },
) {
  tally.generations += 1
  try {
    const { schema } = parseSchema(host)
    const filled = await fillByRules(schema, material, codes)
    let { output } = filled
    if (text) {
      const answers = await askModel(filled.open, {
        text,
        input: material.input,
        check: answerCheck(material, codes),
        signal,
        limits,
      })
      for (const { path, value } of answers) output = placed(output, path, value)
    }
    const answer: unknown = JSON.parse(JSON.stringify(validateOutput(schema, output)))
    const isValid = promiseOf(host)
    const { extra, moved } = keyFaults(host, answer)
    tally.extraKeys += extra
    if (moved > 0) tally.outOfOrder += 1
    tally.values += countValues(answer as OutputValue)
    if (isValid(answer) && extra === 0 && moved === 0) tally.valid += 1
    else fault(tally, JSON.stringify(host).slice(0, 200))
  } catch (error) {
    fault(tally, `${reason(error)} ${JSON.stringify(host).slice(0, 200)}`)
  }
}

const promises = new WeakMap<HostSchema, ValidateFunction>()

/** Compiled once for each schema, which costs more than a generation by rules. */
function promiseOf(host: HostSchema): ValidateFunction {
  const known = promises.get(host)
  if (known) return known
  const compiled = validatorOf(promised(host))
  promises.set(host, compiled)
  return compiled
}

function keyFaults(schema: HostSchema, value: unknown): { extra: number; moved: number } {
  const none = { extra: 0, moved: 0 }
  if (Array.isArray(value)) return sum(value.map((item) => keyFaults(schema.items, item)))
  if (schema.type !== 'object' || schema.$ref || value === null) return none
  const wanted = Object.keys(schema.properties as object)
  const keys = Object.keys(value as object)
  const own = {
    extra: keys.filter((key) => !wanted.includes(key)).length,
    moved: keys.join('\n') === wanted.join('\n') ? 0 : 1,
  }
  const inner = wanted.map((key) =>
    keyFaults(schema.properties[key], (value as Record<string, unknown>)[key]),
  )
  return sum([own, ...inner])
}

function sum(all: { extra: number; moved: number }[]) {
  return all.reduce(
    (one, other) => ({ extra: one.extra + other.extra, moved: one.moved + other.moved }),
    { extra: 0, moved: 0 },
  )
}

/** Texts, numbers, yes and no that are not null. */
function countValues(value: OutputValue): number {
  if (value === null) return 0
  if (typeof value !== 'object') return 1
  return Object.values(value).reduce<number>((count, one) => count + countValues(one), 0)
}

function placed(output: Output, [name, ...rest]: string[], value: OutputValue): Output {
  return outputObject(
    Object.entries(output).map(([key, inner]) => {
      if (key !== name) return [key, inner]
      return [key, rest.length === 0 ? value : placed(inner as Output, rest, value)]
    }),
  )
}

/** Why, without a word of what was said. */
function reason(error: unknown): string {
  if (isAppError(error)) return `${error.code} ${JSON.stringify(error.details ?? [])}`
  return error instanceof Error ? `${error.name}: ${error.message.slice(0, 80)}` : 'thrown'
}
