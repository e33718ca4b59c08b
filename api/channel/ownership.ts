/**
 * Which connection speaks for a recording: the newest. Two windows on one recording would take
 * turns otherwise.
 */
export interface Owner {
  takenOver(): void
}

export interface Ownership {
  take(recordingId: string, owner: Owner): void
  leave(recordingId: string, owner: Owner): void
  /** It went on elsewhere. */
  drop(recordingId: string): void
}

export function ownership(): Ownership {
  const owners = new Map<string, Owner>()

  return {
    take(recordingId, owner) {
      const before = owners.get(recordingId)
      owners.set(recordingId, owner)
      if (before && before !== owner) before.takenOver()
    },
    drop(recordingId) {
      const owner = owners.get(recordingId)
      owners.delete(recordingId)
      owner?.takenOver()
    },
    leave(recordingId, owner) {
      if (owners.get(recordingId) === owner) owners.delete(recordingId)
    },
  }
}
