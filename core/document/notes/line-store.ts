/** Lines already written are not written again. Of each visit by itself, and gone with it. */

export interface LineStore {
  /** Null: no line was accepted; undefined: not written yet. */
  find(consultationId: string, digest: string): Promise<string | null | undefined>
  put(consultationId: string, digest: string, line: string | null): Promise<void>
}

export interface LineMemory extends LineStore {
  forget(consultationId: string): void
}

/** In memory: the newest visits, and of each the newest lines. */
export function lineMemory({ visits = 16, lines = 1000 } = {}): LineMemory {
  const known = new Map<string, Map<string, string | null>>()
  return {
    find: async (consultationId, digest) => known.get(consultationId)?.get(digest),
    async put(consultationId, digest, line) {
      const own = known.get(consultationId) ?? new Map<string, string | null>()
      known.delete(consultationId)
      keepNewest(known, consultationId, own, visits)
      keepNewest(own, digest, line, lines)
    },
    forget: (consultationId) => void known.delete(consultationId),
  }
}

function keepNewest<V>(all: Map<string, V>, key: string, value: V, most: number): void {
  all.set(key, value)
  const [oldest] = all.keys()
  if (all.size > most && oldest !== undefined) all.delete(oldest)
}
