/**
 * What all pages of the extension share and the next start finds again, in IndexedDB: the page that
 * records has no other storage, and keys that no script can read out lie nowhere else.
 */
const STORE = 'kept'

let opening: Promise<IDBDatabase> | undefined

export async function kept<T>(name: string): Promise<T | undefined> {
  return done((await store('readonly')).get(name) as IDBRequest<T | undefined>)
}

export async function keep(name: string, value: unknown): Promise<void> {
  await done((await store('readwrite')).put(value, name))
}

export async function forgetAll(): Promise<void> {
  await done((await store('readwrite')).clear())
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opening ??= openDatabase()
  return (await opening).transaction(STORE, mode).objectStore(STORE)
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('svc-extension', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return done(request)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
