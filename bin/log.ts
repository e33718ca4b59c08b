/**
 * One JSON line per event on standard output, `level` in words. Fields come from our own code only;
 * a caught error is reduced to its name, code, stack and causes, since the message of a foreign
 * error may quote what it was given.
 *
 * A line is worded here, in one pass over flat fields, and written by pino's destination, which
 * retries and survives a closed pipe: wording by pino is half of what a line costs, and there is a
 * line per request. Warnings and errors are written before the next thing happens, so that a crash
 * loses none; other lines share one write with those of the same turn of the process.
 */
import { type DestinationStream, destination as openDestination } from 'pino'
import type { Log, LogFields } from '../core/log.ts'

const severities = ['debug', 'info', 'warn', 'error'] as const

/** @param level the least serious that is written; `silent` writes nothing */
export function jsonLog(
  level: (typeof severities)[number] | 'silent',
  destination: DestinationStream = openDestination({ dest: 1, sync: true }),
): Log {
  const least = level === 'silent' ? severities.length : severities.indexOf(level)
  const time = isoTime()
  const lines = gathered(destination)

  function writer(severity: (typeof severities)[number]): Log['info'] {
    if (severities.indexOf(severity) < least) return () => {}
    const start = `{"level":"${severity}","time":"`
    const add = severity === 'warn' || severity === 'error' ? lines.write : lines.gather
    return (event, fields) =>
      add(`${start}${time()}"${members(fields)},"event":${JSON.stringify(event)}}\n`)
  }

  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
}

/** Gathered lines are written when the turn ends, before a line that does not wait, at the exit. */
function gathered(destination: DestinationStream) {
  let waiting = ''
  function flush() {
    const text = waiting
    waiting = ''
    if (text !== '') destination.write(text)
  }
  process.on('exit', flush)

  return {
    gather(line: string) {
      if (waiting === '') setImmediate(flush)
      waiting += line
    },
    write(line: string) {
      flush()
      destination.write(line)
    },
  }
}

/** The fields as they stand inside an object, each after a comma. */
function members(fields: LogFields = {}): string {
  const plain = fields.err === undefined ? fields : { ...fields, err: describeError(fields.err) }
  const object = worded(plain)
  return object === '{}' ? '' : `,${object.slice(1, -1)}`
}

/** A line that cannot be worded must not take down what wrote it. */
function worded(fields: LogFields): string {
  try {
    return JSON.stringify(fields)
  } catch {
    return '{"fields":"unreadable"}'
  }
}

/**
 * The time in UTC. A busy server writes many lines a millisecond, and wording a date is a tenth of
 * each.
 */
function isoTime(): () => string {
  let lastMs = Number.NaN
  let words = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== lastMs) {
      lastMs = nowMs
      words = new Date(nowMs).toISOString()
    }
    return words
  }
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    name: error.name,
    code: typeof code === 'string' ? code : undefined,
    stack: frames,
    cause: causesOf(cause, 0),
  }
}

/**
 * The causes of a failure, such as `EIO` under `storage_failed`; three levels at most, since causes
 * can form a circle.
 */
function causesOf(error: unknown, depth: number): object | undefined {
  if (!(error instanceof Error) || depth === 3) return undefined
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    name: error.name,
    code: typeof code === 'string' ? code : undefined,
    cause: causesOf(cause, depth + 1),
  }
}
