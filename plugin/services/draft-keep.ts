/**
 * Words of a document that are not saved yet, kept in this browser until they are: a reload, a crash or a lost connection takes none
 * of them. Sealed under a key that no script can read out, one per draft; forgotten when saved, and after some days in any case.
 * Best effort: where a page has no such storage, leaving it asks first.
 */
import type { DocumentContent, DocumentLayout } from '../../core/contract/api.ts'

export interface KeptDraft {
  /** Of the document it was written upon. */
  version: number
  content: DocumentContent
  layout: DocumentLayout | null
}

export interface DraftKeep {
  keep(documentId: string, draft: KeptDraft): void
  find(documentId: string): Promise<KeptDraft | undefined>
  forget(documentId: string): void
}

interface Row {
  id: string
  at: number
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

const NAME = 'svc-drafts'
const KEPT_MS = 3 * 24 * 60 * 60 * 1000
const ALGORITHM = 'AES-GCM'

export function draftKeep(): DraftKeep {
  let opening: Promise<IDBDatabase> | undefined
  // One after the other: what was written last is what stays.
  let line: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: (database: IDBDatabase) => Promise<T>): Promise<T | undefined> {
    opening ??= openDatabase()
    const outcome = line.then(() => opening).then((database) => database && work(database))
    line = outcome.catch(() => {})
    return outcome.catch(() => undefined)
  }

  return {
    keep(id, draft) {
      void inTurn(async (database) => {
        const algorithm = { name: ALGORITHM, length: 256 }
        const key = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
        const iv = crypto.getRandomValues(new Uint8Array(12))
        const bytes = new TextEncoder().encode(JSON.stringify(draft))
        const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, bytes)
        const row: Row = { id, at: Date.now(), key, iv, sealed }
        await done(store(database, 'readwrite').put(row))
      })
    },
    find: (id) =>
      inTurn(async (database) => {
        const rows = (await done(store(database, 'readonly').getAll())) as Row[]
        const old = rows.filter(({ at }) => Date.now() - at > KEPT_MS)
        for (const row of old) await done(store(database, 'readwrite').delete(row.id))
        const row = rows.find((one) => one.id === id && !old.includes(one))
        if (!row) return undefined
        const { key, iv, sealed } = row
        const bytes = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed)
        return JSON.parse(new TextDecoder().decode(bytes)) as KeptDraft
      }),
    forget(id) {
      void inTurn((database) => done(store(database, 'readwrite').delete(id)))
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('drafts', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function store(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore {
  return database.transaction('drafts', mode).objectStore('drafts')
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
