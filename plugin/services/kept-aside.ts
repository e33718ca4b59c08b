/**
 * Where a take stood when the outbox was too slow or too full to say so: positions and digests, no
 * sound, in localStorage, which answers at once. With it a page that comes back can vouch for what
 * the one before it sent, and tell what went with that page.
 */
import type { SavedState } from '@stablelib/sha256'
import { jsonOf } from './json.ts'
import type { StoredLane, StoredTake } from './outbox.ts'

const PREFIX = 'svc.plugin.take.'
/** Nobody comes back for it later. */
const KEPT_MS = 30 * 86_400_000

type Written = Omit<StoredTake, 'lanes'> & { lanes: WrittenLane[] }
type WrittenLane = Omit<StoredLane, 'digest'> & { digest: WrittenDigest }

interface WrittenDigest {
  state: number[]
  buffer: number[]
  bufferLength: number
  bytesHashed: number
}

export function keepAside({ lanes, ...take }: StoredTake): void {
  const written: Written = {
    ...take,
    lanes: lanes.map(({ digest, ...lane }) => ({ ...lane, digest: numbersOf(digest) })),
  }
  attempt(() => localStorage.setItem(PREFIX + take.recordingId, jsonOf(written)))
}

/** Those of a consultation; what nobody came back for goes. */
export function takesAside(consultation: string, now: number): StoredTake[] {
  const takes: StoredTake[] = []
  for (const name of attempt(() => Object.keys(localStorage)) ?? []) {
    if (!name.startsWith(PREFIX)) continue
    const take = attempt(() => read(localStorage.getItem(name) ?? ''))
    if (!take || now - take.savedAt > KEPT_MS) attempt(() => localStorage.removeItem(name))
    else if (take.consultation === consultation) takes.push(take)
  }
  return takes
}

export function dropAside(recordingId: string): void {
  attempt(() => localStorage.removeItem(PREFIX + recordingId))
}

function read(text: string): StoredTake {
  const { lanes, ...take } = JSON.parse(text) as Written
  return { ...take, lanes: lanes.map(({ digest, ...lane }) => ({ ...lane, digest: from(digest) })) }
}

function numbersOf({ state, buffer, ...counts }: SavedState): WrittenDigest {
  return { ...counts, state: [...state], buffer: [...(buffer ?? [])] }
}

function from({ state, buffer, ...counts }: WrittenDigest): SavedState {
  return { ...counts, state: Int32Array.from(state), buffer: Uint8Array.from(buffer) }
}

/** A page that forbids storage, or whose storage is full, goes without. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
