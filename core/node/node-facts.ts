/** One of several servers on one database, as `status`, `doctor` and `/metrics` show it. */
export interface NodeFacts {
  id: string
  /** Where it listens. */
  address: string
  version: string
  /** `host:pid`. */
  process: string
  /** Since it last said that it lives, in ms, by the database's clock. */
  silent_ms: number
  alive: boolean
  /** Recordings that go on and that it writes. */
  recordings: number
  /** The one that was asked. */
  own: boolean
}

/**
 * It says so every second: after so long it counts as gone, and others take up its work, within 5 s
 * of its end.
 */
export const NODE_SILENT_MS = 3000

/**
 * A server that stands still in a transaction which others wait for holds them up for so long. The
 * database ends it: for `idle_in_transaction_session_timeout`, set beside the lock.
 */
export const STANDS_STILL_MS = 2000
