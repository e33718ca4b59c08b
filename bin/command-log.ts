import { isAppError } from '../core/errors.ts'
import type { Log, LogFields } from '../core/log.ts'

/**
 * What the product notes while a command runs, in words on stderr: a command has no log, and a
 * person reads along. What went as it should is not told; what is not worded here is told by its
 * event's name, and never left out.
 */
export function commandLog(
  say: (text: string) => void = (text) => void process.stderr.write(`${text}\n`),
): Log {
  const tell = (event: string, fields: LogFields = {}) => {
    const words = WORDS[event] ?? (() => `${event.replaceAll(/[._]/g, ' ')}${why(fields)}.`)
    const text = words(fields)
    if (text !== null) say(`Note: ${text}`)
  }
  return { debug() {}, info() {}, warn: tell, error: tell }
}

const WORDS: Record<string, (fields: LogFields) => string | null> = {
  // Acts that were on their way into the audit when their program ended: they are in it now, as it
  // should be.
  'audit.taken_up': ({ damaged }) =>
    Number(damaged) > 0
      ? `${damaged} acts that were on their way into the audit were damaged and are lost. See: svcctl audit verify`
      : null,
  'audit.broken': () => 'the audit does not continue where it ended. See: svcctl audit verify',
  'audit.not_on_record': ({ action, err }) =>
    `what was done or tried could not be put on record (${action}${why({ err }, ', ')}). See: svcctl doctor`,
  'audit.left_in_spool': ({ action, err }) =>
    `what was done or tried (${action}) is written beside the audit, and enters it when the database opens${why({ err })}. See: svcctl doctor`,
  'erasure.ledger_not_written': (fields) =>
    `the ledger of erasures beside the backups could not be written${why(fields)}; the next backup writes it. See: svcctl doctor`,
}

/** By its code: the message of a foreign error may quote what it was given. */
function why({ err }: LogFields, before = ': '): string {
  if (err === undefined) return ''
  const { code, name } = err as { code?: unknown; name?: unknown }
  return `${before}${isAppError(err) || typeof code === 'string' ? code : name}`
}
