import type { Log } from '../log.ts'
import type { KeyStore } from './ports.ts'

export interface LastUsed {
  note(keyId: string, at: Date): void
  /**
   * Writes what was noted since the last time. Failing costs a date in a list, so it is only
   * logged.
   */
  write(): Promise<void>
}

/** When keys were last used, written behind: exchanging a key must not cost a commit to disk. */
export function lastUsed({ store, log }: { store: KeyStore; log: Log }): LastUsed {
  let noted = new Map<string, Date>()

  return {
    note: (keyId, at) => void noted.set(keyId, at),
    async write() {
      if (noted.size === 0) return
      const uses = noted
      noted = new Map()
      try {
        await store.writeLastUsed(uses)
      } catch (err) {
        // Newer uses noted meanwhile win over the ones put back.
        noted = new Map([...uses, ...noted])
        log.warn('access.last_used_not_written', { err, keys: uses.size })
      }
    },
  }
}
