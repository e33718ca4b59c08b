import { AppError } from '../core/errors.ts'

/**
 * A result as `--json` prints it: keys in snake_case as everywhere on the wire, dates as ISO text.
 * `indent` 0: on one line.
 */
export function toJson(value: unknown, indent = 2): string {
  return plainJson(renamed(value), indent)
}

/** The same with its keys as they are: what a terminal would obey is escaped. */
export function plainJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(SHOWN, escaped)
}

/** What JSON leaves as it is and a terminal obeys, or shows the wrong way round. */
const SHOWN = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function renamed(value: unknown): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(renamed)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeCase(key), renamed(inner)]),
  )
}

/** `sizeBytes` → `size_bytes`, `aboutMiB` → `about_mib` */
function snakeCase(key: string): string {
  return key.replace('MiB', 'Mib').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const FLAG = '--jq'
/** As gh does it: texts as they are, everything else as JSON on one line. */
const FLAGS = ['-c', '-r']
/** The value that stands before any result: what is no jq fails with it in another way. */
const NOTHING = '{}'

/**
 * `--jq`: jq itself, without a process, over what `--json` would print. Loaded when asked for.
 *
 * Expression in a command line that is not parsed yet; null: none.
 */
export function askedExpression(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => arg === FLAG || arg.startsWith(`${FLAG}=`))
  const typed = args[at]
  if (typed === undefined) return null
  return typed === FLAG ? (args[at + 1] ?? null) : typed.slice(FLAG.length + 1)
}

/**
 * Before a command does anything: what it did must not be lost to a comma.
 * @throws {AppError} `jq_invalid`
 */
export async function checkExpression(expression: string): Promise<void> {
  // Behind `empty` nothing runs, and all of it is read.
  const { fault } = await run(NOTHING, `empty | (${expression}\n)`)
  if (fault === null) return
  throw new AppError('invalid', 'jq_invalid', `--jq: ${firstLine(fault)}`)
}

/** @throws {AppError} `jq_failed`, for an expression that does not fit the result */
export async function applyExpression(json: string, expression: string): Promise<string> {
  const { output, fault } = await run(json, expression)
  if (output !== null) return output
  throw new AppError(
    'rejected',
    'jq_failed',
    `The command ran. --jq: ${firstLine(fault)}. See what there is with --json alone.`,
  )
}

type Ran = { output: string; fault: null } | { output: null; fault: string }

async function run(json: string, expression: string): Promise<Ran> {
  const { raw } = await import('jq-wasm')
  const before = process.exitCode
  try {
    return { output: await raw(json, expression, FLAGS), fault: null }
  } catch (error) {
    return { output: null, fault: wordsOf(error) }
  } finally {
    // It believes that the process is its own.
    process.exitCode = before
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'it ended with an error'
}

function firstLine(words: string): string {
  const [line = ''] = words.replace(/^jq: error:? ?/, '').split('\n', 1)
  const [what = ''] = line.split(' at <top-level>', 1)
  // What follows where in the input it was: there is only one.
  const from = what.startsWith('(at ') ? what.indexOf('): ') + 3 : 0
  return what.slice(from).replace(' (Unix shell quoting issues?)', '')
}
