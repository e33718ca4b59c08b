import type { z } from 'zod'
import { type ErrorDetail, validationError } from '../core/errors.ts'

interface Request {
  request: { body?: unknown }
  headers: unknown
  query: unknown
  params?: unknown
}

/**
 * Everything a route reads comes through its schema: `{ headers, params, query, body }` in, our
 * names and types out.
 * @throws {AppError} `validation_error` with one `{ field, issue }` per fault (SPEC-GAPS 1.11)
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  ctx: Request,
): z.output<Schema> {
  const { headers, query, params } = ctx
  const input = { headers, query, params, body: ctx.request.body ?? {} }
  const result = schema.safeParse(input)
  if (result.success) return result.data
  // Once more, to say what is wrong: without `reportInput`, which costs three times as much, an
  // issue does not tell what it was about, and a missing field looks like a wrong one.
  const { error } = schema.safeParse(input, { reportInput: true })
  throw validationError(unique((error ?? result.error).issues.flatMap(details)).slice(0, MOST_TOLD))
}

/** Nobody mends more at once, and an answer is never larger than what was asked. */
const MOST_TOLD = 50

function details(issue: z.core.$ZodIssue): ErrorDetail[] {
  const [part, ...path] = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MOST_TOLD)
      .map((key) => ({ field: [...path, key].join('.'), issue: 'unknown' }))
  const field = path.length > 0 ? path.join('.') : (part ?? '')
  return [{ field, issue: wording(issue) }]
}

/** A number can be too big for two reasons at once; the caller has one fault to mend. */
function unique(all: ErrorDetail[]): ErrorDetail[] {
  return [...new Map(all.map((detail) => [`${detail.field} ${detail.issue}`, detail])).values()]
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'required'
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'out_of_range'
    case 'too_small':
      return issue.origin === 'string' ? 'required' : 'out_of_range'
    case 'custom':
      return typeof issue.params?.issue === 'string' ? issue.params.issue : 'invalid'
    default:
      return 'invalid'
  }
}
