/**
 * Words of a document that are not saved yet, kept in this browser until they are: a reload, a
 * crash or a lost connection takes none of them. Sealed under a key that no script can read out,
 * one per draft; forgotten when saved, and after some days in any case. Best effort: where a page
 * has no such storage, leaving it asks first.
 */
import type { DocumentContent, DocumentLayout } from '../../core/contract/api.ts'
import { jsonOf } from './json.ts'

export interface KeptDraft {
  /** Version of the document that it was written upon. */
  version: number
  content: DocumentContent
  layout: DocumentLayout | null
}

export interface DraftKeep {
  keep(documentId: string, draft: KeptDraft): void
  find(documentId: string): Promise<KeptDraft | undefined>
  forget(documentId: string): void
  /**
   * Remembers, at once, that this text was sent while the page was left: its last words may not
   * have been kept in time.
   */
  noteSent(documentId: string, text: DraftText): void
  wasSent(documentId: string, text: DraftText): boolean
}

type DraftText = Pick<KeptDraft, 'content'> & { layout?: DocumentLayout | null }

interface Row {
  id: string
  at: number
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

const NAME = 'svc-drafts'
const SENT = 'svc.plugin.sent.'
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
        const bytes = new TextEncoder().encode(jsonOf(draft))
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
    noteSent(id, text) {
      try {
        sessionStorage.setItem(SENT + id, fingerprint(text))
      } catch {
        // Without it, at worst, the doctor is asked which of two texts is his.
      }
    },
    wasSent(id, text) {
      try {
        return sessionStorage.getItem(SENT + id) === fingerprint(text)
      } catch {
        return false
      }
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

/** Tells texts apart without saying anything of them: FNV-1a, 32 bits, and the length. */
function fingerprint({ content, layout = null }: DraftText): string {
  const text = jsonOf([content, layout])
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${(hash >>> 0).toString(36)} ${text.length}`
}
