import { type DestinationStream, pino } from 'pino'
import type { Log } from '../core/log.ts'

/**
 * One JSON line per event on standard output, `level` in words. Fields come from our own code only; a caught error
 * is reduced to its name, code and stack, since the message of a foreign error may quote what it was given.
 */
export function jsonLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: isoTime(),
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    messageKey: 'event',
  }
  const logger = destination ? pino(options, destination) : pino(options)
  return {
    debug: (event, fields) => logger.debug(fields ?? {}, event),
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, fields) => logger.error(fields ?? {}, event),
  }
}

/** The time as pino wants it, in UTC. A busy server writes many lines a millisecond, and wording a date is a tenth of each. */
function isoTime(): () => string {
  let lastMs = 0
  let words = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== lastMs) {
      lastMs = nowMs
      words = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return words
  }
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code } = error as { code?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return { name: error.name, code: typeof code === 'string' ? code : undefined, stack: frames }
}
