import type { Outbox, StoredFrame, StoredTake } from './outbox.ts'

const NAME = 'svc-outbox'
const VERSION = 1

/** The outbox in IndexedDB. `onFault` is told once, when it does not work here. */
export function indexedOutbox(onFault: (error: unknown) => void): Outbox {
  let opening: Promise<IDBDatabase> | undefined
  let faulty = false

  function database() {
    opening ??= openDatabase()
    return opening
  }

  async function run<T>(
    mode: IDBTransactionMode,
    work: (takes: IDBObjectStore, frames: IDBObjectStore) => IDBRequest<T> | undefined,
    otherwise: T,
  ): Promise<T> {
    if (faulty) return otherwise
    try {
      const transaction = (await database()).transaction(['takes', 'frames'], mode)
      const request = work(transaction.objectStore('takes'), transaction.objectStore('frames'))
      await finished(transaction)
      return request ? request.result : otherwise
    } catch (error) {
      faulty = true
      onFault(error)
      return otherwise
    }
  }

  return {
    async takes(consultation) {
      const all = await run<StoredTake[]>(
        'readonly',
        (takes) => takes.index('consultation').getAll(consultation),
        [],
      )
      return all.sort((a, b) => a.startedAt - b.startedAt)
    },
    frames: (recordingId) =>
      run<StoredFrame[]>('readonly', (_, frames) => frames.getAll(rangeOf(recordingId)), []),
    async save(take, frame) {
      await run(
        'readwrite',
        (takes, frames) => {
          takes.put(take)
          if (frame) frames.put(frame, [take.recordingId, frame.sequence])
          return undefined
        },
        undefined,
      )
    },
    async acknowledge(recordingId, nextSequence) {
      // An empty range is an error to IndexedDB.
      if (nextSequence === 0) return
      await run(
        'readwrite',
        (_, frames) => {
          frames.delete(rangeOf(recordingId, nextSequence))
          return undefined
        },
        undefined,
      )
    },
    async remove(recordingId) {
      await run(
        'readwrite',
        (takes, frames) => {
          takes.delete(recordingId)
          frames.delete(rangeOf(recordingId))
          return undefined
        },
        undefined,
      )
    },
    close() {
      opening?.then((db) => db.close()).catch(() => {})
    },
  }
}

/** All frames of a recording, or those before `nextSequence`. */
function rangeOf(recordingId: string, nextSequence?: number): IDBKeyRange {
  const end = nextSequence ?? Number.POSITIVE_INFINITY
  return IDBKeyRange.bound([recordingId, 0], [recordingId, end], false, true)
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      request.result
        .createObjectStore('takes', { keyPath: 'recordingId' })
        .createIndex('consultation', 'consultation')
      request.result.createObjectStore('frames')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('outbox: blocked by another version'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
