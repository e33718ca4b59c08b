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
  /** As it said last; null: it is of a version that says nothing, or has only begun. */
  state: NodeState | null
}

/** What a server says of itself to the others. */
export interface NodeState {
  /** `ready`, `loading`, `unavailable` and the like. */
  speech: string
  /** Free room of its own folder, in bytes. */
  disk_free_bytes: number
  /** Since when its visits end and none begins, as ISO 8601; null: they may begin. */
  draining_since: string | null
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
