/**
 * Whether a page of SQLite's file was found to be damaged: by a look through all of it, or by a
 * query that met one. Once found it stays so until the service starts on a database that is whole.
 * PostgreSQL looks after its own pages.
 */
import sqlite3 from 'sqlite3'

export interface DamageWatch {
  isDamaged(): boolean
  /** A query met a damaged page. */
  met(): void
  /**
   * Reads the whole file, on a connection and a thread of its own; nobody waits for it. Resolves
   * also where it cannot be read.
   */
  lookThrough(signal: AbortSignal): Promise<void>
}

/** @param path of SQLite's file; null: there is none */
export function damageWatch(path: string | null): DamageWatch {
  let damaged = false
  return {
    isDamaged: () => damaged,
    met() {
      damaged = true
    },
    async lookThrough(signal) {
      if (path !== null && (await findsDamage(path, signal))) damaged = true
    },
  }
}

function findsDamage(path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const database = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (unopened) => {
      if (unopened) return resolve(false)
      const stop = () => database.interrupt()
      signal.addEventListener('abort', stop, { once: true })
      database.all<{ quick_check: string }>('PRAGMA quick_check(1)', (error, rows) => {
        signal.removeEventListener('abort', stop)
        const isFound = error
          ? isDamage((error as NodeJS.ErrnoException).code)
          : rows[0]?.quick_check !== 'ok'
        database.close(() => resolve(isFound && !signal.aborted))
      })
    })
  })
}

/** SQLite's words for a page, or a whole file, that is none of its own. */
export function isDamage(code: unknown): boolean {
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB'
}
