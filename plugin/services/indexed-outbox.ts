import type { SavedState } from '@stablelib/sha256'
import { jsonOf } from './json.ts'
import {
  foundTakes,
  type Outbox,
  type StoredFrame,
  type StoredLane,
  type StoredTake,
} from './outbox.ts'
import {
  type FrameRow,
  frameKey,
  newFrameKey,
  openFrame,
  openOutboxDatabase,
  rangeOf,
  type StoreName,
  sealFrame,
} from './outbox-database.ts'

type Stores = Record<StoreName, IDBObjectStore>

/** The outbox in IndexedDB. `onFault` is told once, when it does not work here. */
export function indexedOutbox(onFault: (error: unknown) => void): Outbox {
  let opening: Promise<IDBDatabase> | undefined
  let faulty = false
  // Writes begin in the order they were asked for, although sealing takes its time.
  let writes: Promise<unknown> = Promise.resolve()
  let last: Promise<boolean> = Promise.resolve(true)
  const keys = new Map<string, Promise<CryptoKey | undefined>>()

  function database() {
    opening ??= openOutboxDatabase()
    return opening
  }

  async function begin<T>(
    mode: IDBTransactionMode,
    work: (stores: Stores) => IDBRequest<T> | undefined,
  ) {
    const transaction = (await database()).transaction(['takes', 'frames', 'keys'], mode)
    const stores = {
      takes: transaction.objectStore('takes'),
      frames: transaction.objectStore('frames'),
      keys: transaction.objectStore('keys'),
    }
    const request = work(stores)
    return { result: () => request?.result, finished: finished(transaction) }
  }

  async function read<T>(work: (stores: Stores) => IDBRequest<T>, otherwise: T): Promise<T> {
    await writes
    try {
      const { result, finished } = await begin('readonly', work)
      await finished
      return result() ?? otherwise
    } catch (error) {
      fail(error)
      return otherwise
    }
  }

  /**
   * @returns whether it is stored; `prepare` may take its time. After a fault nothing is: what is
   * held has no holes.
   */
  function write<T>(
    prepare: Promise<T> | T,
    work: (stores: Stores, prepared: T) => void,
  ): Promise<boolean> {
    return change(prepare, work, () => !faulty)
  }

  /** Goes on after a fault: a storage that is full gives back. */
  function erase(work: (stores: Stores) => void): Promise<boolean> {
    return change(undefined, work, () => true)
  }

  function change<T>(
    prepare: Promise<T> | T,
    work: (stores: Stores, prepared: T) => void,
    isWanted: () => boolean,
  ): Promise<boolean> {
    const before = writes
    const begun = (async () => {
      const [prepared] = await Promise.all([prepare, before])
      if (!isWanted()) return undefined
      return begin('readwrite', (stores) => {
        work(stores, prepared)
        return undefined
      })
    })()
    const done = begun
      .then(async (transaction) => {
        await transaction?.finished
        return transaction !== undefined
      })
      .catch((error: unknown) => {
        fail(error)
        return false
      })
    writes = begun.catch(() => {})
    last = done.then((isDone) => isDone && !faulty)
    return done
  }

  function fail(error: unknown) {
    if (faulty) return
    faulty = true
    onFault(error)
  }

  /** The take's own key; made with its first frame. */
  function keyOf(recordingId: string): Promise<CryptoKey | undefined> {
    const known = keys.get(recordingId)
    if (known) return known
    const key = read<CryptoKey | undefined>((stores) => stores.keys.get(recordingId), undefined)
    keys.set(recordingId, key)
    return key
  }

  function keyFor(recordingId: string): Promise<CryptoKey> {
    const key = keyOf(recordingId).then((stored) => stored ?? newFrameKey())
    keys.set(recordingId, key)
    return key
  }

  async function sealed(recordingId: string, frames: readonly StoredFrame[]) {
    const key = await keyFor(recordingId)
    const rows = frames.map(async ({ bytes, ...note }): Promise<FrameRow> => {
      return { ...note, ...(await sealFrame(key, placeOf(recordingId, note), bytes)) }
    })
    return { key, rows: await Promise.all(rows) }
  }

  return {
    async takes(consultation) {
      const all = await read<StoredTake[]>(
        ({ takes }) => takes.index('consultation').getAll(consultation),
        [],
      )
      return foundTakes(all, takesAside(consultation, Date.now()))
    },
    async list(recordingId) {
      const found = await read(({ frames }) => frames.getAllKeys(rangeOf(recordingId)), [])
      return (found as [string, number, number, number][]).map(
        ([, channel, sequence, samples]) => ({ channel, sequence, samples }),
      )
    },
    async frames(recordingId, channel, from, to) {
      const rows = await read<FrameRow[]>(
        ({ frames }) => frames.getAll(rangeOf(recordingId, channel, from, to)),
        [],
      )
      const key = await keyOf(recordingId)
      const opened = rows.map(async (row) => {
        const { sequence, samples } = row
        const note = { channel, sequence, samples }
        if ('bytes' in row) return { ...note, bytes: row.bytes }
        return { ...note, bytes: await openFrame(key!, placeOf(recordingId, note), row) }
      })
      const readable = await Promise.allSettled(opened)
      return readable.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    save(take, frames = []) {
      if (frames.length === 0) return write(undefined, ({ takes }) => void takes.put(take))
      return write(sealed(take.recordingId, frames), (stores, { key, rows }) => {
        stores.takes.put(take)
        stores.keys.put(key, take.recordingId)
        for (const row of rows) stores.frames.put(row, frameKey(take.recordingId, row))
      })
    },
    keepAside,
    async acknowledge(recordingId, channel, nextSequence) {
      // An empty range is an error to IndexedDB.
      if (nextSequence === 0) return
      await erase(({ frames }) => {
        frames.delete(rangeOf(recordingId, channel, 0, nextSequence))
      })
    },
    async remove(recordingId) {
      dropAside(recordingId)
      await erase(({ takes, frames, keys: stored }) => {
        takes.delete(recordingId)
        frames.delete(rangeOf(recordingId))
        stored.delete(recordingId)
      })
      keys.delete(recordingId)
    },
    settled: () => last,
    close() {
      void last.then(() => opening?.then((db) => db.close())).catch(() => {})
    },
  }
}

function placeOf(
  recordingId: string,
  { channel, sequence }: { channel: number; sequence: number },
): string {
  return `${recordingId} ${channel} ${sequence}`
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

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

/**
 * Where a take stood when the outbox was too slow or too full to say so: positions and digests, no
 * sound, in localStorage, which answers at once. With it a page that comes back can vouch for what
 * the one before it sent, and tell what went with that page.
 */
function keepAside({ lanes, ...take }: StoredTake): void {
  const written: Written = {
    ...take,
    lanes: lanes.map(({ digest, ...lane }) => ({ ...lane, digest: numbersOf(digest) })),
  }
  attempt(() => localStorage.setItem(PREFIX + take.recordingId, jsonOf(written)))
}

/** Those of a consultation; what nobody came back for goes. */
function takesAside(consultation: string, now: number): StoredTake[] {
  const takes: StoredTake[] = []
  for (const name of attempt(() => Object.keys(localStorage)) ?? []) {
    if (!name.startsWith(PREFIX)) continue
    const take = attempt(() => read(localStorage.getItem(name) ?? ''))
    if (!take || now - take.savedAt > KEPT_MS) attempt(() => localStorage.removeItem(name))
    else if (take.consultation === consultation) takes.push(take)
  }
  return takes
}

function dropAside(recordingId: string): void {
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
