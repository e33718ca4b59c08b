import { AppError, isAppError } from '../core/errors.ts'
import { administrator } from './administrator.ts'
import { inEnglish } from './english.ts'
import { exitCodeOf } from './exit-codes.ts'
import { toJson } from './json.ts'
import type { Style } from './style.ts'
import { printable } from './table.ts'

/**
 * A file that the account may not touch, in words. On an installed box svcctl works as the account
 * whose data they are, also for root (config/bundle/svcctl.sh): what lies in root's home it can
 * neither read nor write. Other failures pass as they are.
 */
export function notPermitted(error: unknown, account = administrator()): unknown {
  const cause = isAppError(error) && error.code === 'file_not_readable' ? error.cause : error
  const { code, path } = (cause ?? {}) as { code?: unknown; path?: unknown }
  const isRefused = code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
  if (isAppError(cause) || typeof path !== 'string') return error
  // Named on the command line: most often a typing error.
  if (isAppError(error) && (code === 'ENOENT' || code === 'ENOTDIR'))
    return new AppError(
      'not-found',
      error.code,
      `${path} is not there. Look at its name, or give the whole path.`,
      { cause },
    )
  if (isAppError(error) && code === 'EISDIR')
    return new AppError('not-found', error.code, `${path} is a folder, and a file is wanted.`, {
      cause,
    })
  if (!isRefused) return error
  const why =
    code === 'EROFS'
      ? `${path} is on a disk that cannot be written.`
      : `${path} is out of reach of the account ${account}, which this is done as. Give it the file (chown ${account}), or use a folder that it may enter, such as /tmp; standard input and output work too.`
  return new AppError('forbidden', 'file_not_permitted', why, { cause })
}

const LABEL = 'Error:'

interface ReportOptions {
  json: boolean
  style: Style
  write(text: string): unknown
  /** Makes the commands that a text names mean this installation. */
  hint?: (text: string) => string
  /** In lines that fit the terminal. */
  fold?: (text: string) => string
  /** A bug shows its stack only where somebody asked for it. */
  debug: boolean
}

/**
 * Tells a failure on stderr: what, why, what next; with `--json` as the wire's envelope. @returns
 * the exit code
 */
export function reportError(
  error: unknown,
  { json, style, write, debug, hint = (text) => text, fold = (text) => text }: ReportOptions,
): number {
  const { code, message: told, details } = described(error, debug)
  const message = hint(told)
  if (json) write(`${toJson({ error: code, message, ...(details && { details }) })}\n`)
  else {
    const shown = fold(`${LABEL} ${message.split('\n').map(printable).join('\n')}`)
    write(`${style.red(LABEL)}${shown.slice(LABEL.length)}\n`)
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
