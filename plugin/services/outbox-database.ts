/**
 * The stores of the outbox, and how those of an earlier release become these: sound that waits
 * outlives an upgrade too.
 */
import type { SavedState } from '@stablelib/sha256'
import { consultationKey, type FrameNote, type StoredTake } from './outbox.ts'

const NAME = 'svc-outbox'
const VERSION = 2

export type StoreName = 'takes' | 'frames' | 'keys'

/**
 * Key: `[recording, channel, sequence, samples]`. Frames of the first release have plain bytes
 * until they are sent.
 */
export type FrameRow = FrameNote & (SealedFrame | { bytes: Uint8Array<ArrayBuffer> })

/** Take of the first release: one channel, and the consultation's identifiers in the clear. */
interface FirstTake {
  recordingId: string
  consultation: string
  nextSequence: number
  nextOffset: number
  digest: SavedState
  wish: StoredTake['wish']
  startedAt: number
  lostMs?: number
}

interface FirstFrame {
  sequence: number
  samples: number
  bytes: Uint8Array<ArrayBuffer>
}

export function openOutboxDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result, transaction } = request
      if (oldVersion === 0) createStores(result)
      else if (transaction) fromFirst(result, transaction)
    }
    request.onsuccess = () => {
      // A newer page waits for nobody: this one goes on from memory.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('outbox: blocked by another version'))
  })
}

export function frameKey(recordingId: string, { channel, sequence, samples }: FrameNote) {
  return [recordingId, channel, sequence, samples]
}

/** All frames of a recording, or those of one channel from `from` up to `to`. */
export function rangeOf(recordingId: string, channel?: number, from = 0, to = Infinity) {
  if (channel === undefined)
    return IDBKeyRange.bound([recordingId], [recordingId, Number.POSITIVE_INFINITY])
  return IDBKeyRange.bound([recordingId, channel, from], [recordingId, channel, to], false, true)
}

function createStores(database: IDBDatabase) {
  database
    .createObjectStore('takes', { keyPath: 'recordingId' })
    .createIndex('consultation', 'consultation')
  database.createObjectStore('frames')
  database.createObjectStore('keys')
}

function fromFirst(database: IDBDatabase, transaction: IDBTransaction) {
  const old = {
    takes: transaction.objectStore('takes').getAll(),
    frames: transaction.objectStore('frames').getAll(),
    keys: transaction.objectStore('frames').getAllKeys(),
  }
  old.keys.onsuccess = () => {
    database.deleteObjectStore('takes')
    database.deleteObjectStore('frames')
    createStores(database)
    const takes = transaction.objectStore('takes')
    for (const take of old.takes.result as FirstTake[]) takes.put(convertTake(take))
    const frames = transaction.objectStore('frames')
    old.keys.result.forEach((key, i) => {
      const [recordingId] = key as [string, number]
      const { sequence, samples, bytes } = old.frames.result[i] as FirstFrame
      const note = { channel: 0, sequence, samples }
      frames.put({ ...note, bytes } satisfies FrameRow, frameKey(recordingId, note))
    })
  }
}

function convertTake({
  recordingId,
  consultation,
  wish,
  startedAt,
  ...rest
}: FirstTake): StoredTake {
  const { nextSequence, nextOffset, digest, lostMs = 0 } = rest
  return {
    recordingId,
    wish,
    startedAt,
    savedAt: startedAt,
    consultation: consultationKey(consultation),
    lanes: [{ channel: 0, nextSequence, nextOffset, digest, lostMs }],
  }
}

/**
 * Seals frames for their rest in the browser's storage: AES-256-GCM under a key of the take that no
 * script can read out. Who copies the profile finds no sound by looking for it; who runs code in
 * this origin, or takes the browser's own key store apart, is not kept out (decision 17).
 */
const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

interface SealedFrame {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

export function newFrameKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

/** `place`: whose frame it is; it opens nowhere else. */
export async function sealFrame(
  key: CryptoKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SealedFrame> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, sealed: await crypto.subtle.encrypt(parameters(iv, place), key, bytes) }
}

/** @throws {DOMException} when it is not what was sealed */
export async function openFrame(
  key: CryptoKey,
  place: string,
  { iv, sealed }: SealedFrame,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(parameters(iv, place), key, sealed))
}

function parameters(iv: Uint8Array<ArrayBuffer>, place: string) {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(place) }
}
