import { Ajv } from 'ajv'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'
import { boundText } from './bound-words.ts'
import { stateAfter } from './text-states.ts'

/**
 * The last check before an answer counts: it parses, satisfies the schema, and has the schema's
 * keys in the schema's order, nothing else. Applied to every engine, whatever it promises
 * (AI-RUNTIME §4).
 * @returns a function that gives the parsed answer or throws {AppError} `generation_failed`
 */
export function answerValidator(schema: JsonSchema): (json: string) => unknown {
  const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false })
  ajv.addKeyword({ keyword: 'words', type: 'string', compile: isComposedOf })
  const isValid = ajv.compile(schema)
  return (json) => {
    const answer = parsed(json)
    if (!isValid(answer))
      throw failed('answer_invalid', isValid.errors?.[0]?.keyword, isValid.errors?.[0]?.schemaPath)
    if (!hasOrder(schema, answer)) throw failed('keys_out_of_order')
    return answer
  }
}

function isComposedOf(words: readonly string[]) {
  const allowed = boundText(words)
  return (text: string) => stateAfter(allowed, text)?.isEnd === true
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The parser's message would quote the text.
    throw failed('not_json')
  }
}

/** Same keys in the same order in every object; a branch of `anyOf` counts when it fits. */
function hasOrder(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf)
    return schema.anyOf.some((branch) => isKindOf(branch, value) && hasOrder(branch, value))
  if (Array.isArray(value)) return value.every((item) => hasOrder(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return true
  const { properties = {} } = schema
  const keys = Object.keys(value)
  const expected = Object.keys(properties)
  return (
    keys.length === expected.length &&
    keys.every((key, index) => key === expected[index]) &&
    Object.entries(value).every(([key, one]) => hasOrder(properties[key] ?? {}, one))
  )
}

function isKindOf(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(value)) return schema.type === 'array' || schema.anyOf !== undefined
  if (typeof value === 'object' && value !== null)
    return schema.type === 'object' || schema.anyOf !== undefined
  return schema.type !== 'array' && schema.type !== 'object'
}

/** Details tell the rule, never the value. */
function failed(issue: string, keyword?: string, rule?: string): AppError {
  return new AppError('unavailable', 'generation_failed', 'A resposta do modelo não é válida.', {
    details: [{ issue, ...(keyword ? { keyword } : {}), ...(rule ? { rule } : {}) }],
  })
}
