import { isAppError } from '../core/errors.ts'
import { inEnglish } from './english.ts'
import { exitCodeOf } from './exit-codes.ts'
import { toJson } from './json.ts'
import type { Style } from './style.ts'
import { printable } from './table.ts'

interface ReportOptions {
  json: boolean
  style: Style
  write(text: string): unknown
  /** A bug shows its stack only where somebody asked for it. */
  debug: boolean
}

/**
 * Tells a failure on stderr: what, why, what next; with `--json` as the wire's envelope. @returns
 * the exit code
 */
export function reportError(error: unknown, { json, style, write, debug }: ReportOptions): number {
  const { code, message, details } = described(error, debug)
  if (json) write(`${toJson({ error: code, message, ...(details && { details }) })}\n`)
  else {
    write(`${style.red('Error:')} ${message.split('\n').map(printable).join('\n')}\n`)
    // Other failures say in words what their details repeat for programs.
    for (const detail of (code === 'validation_error' && details) || [])
      write(
        `  ${Object.entries(detail)
          // Worded in Portuguese, for doctors; `issue` and `reason` say the same.
          .filter(([name]) => name !== 'message')
          .map(([name, value]) => `${name}: ${printable(String(value))}`)
          .join(', ')}\n`,
      )
    write(`${style.dim(`(${code})`)}\n`)
  }
  return exitCodeOf(error)
}

function described(error: unknown, debug: boolean) {
  if (isAppError(error)) {
    const { code, details } = error
    return { code, details, message: inEnglish(error) }
  }
  const stack = debug && error instanceof Error ? `\n${error.stack}` : ''
  const name = error instanceof Error ? `${error.name}${codeOf(error)}` : 'unknown'
  return {
    code: 'internal_error',
    message: `Something went wrong that should not (${name}). Run it again with SVC_LOG_LEVEL=debug to see where, and report it.${stack}`,
    details: undefined,
  }
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? ` ${code}` : ''
}
