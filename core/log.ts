/**
 * Structured log lines. Fields hold ids, codes, sizes and durations; never clinical text, names of
 * people, tokens, keys, national identifiers or query strings (DESIGN §2.3). A caught error goes
 * under `err`.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

export interface LogFields {
  err?: unknown
  [field: string]: unknown
}

/** For tests, and for code that is given no log. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
