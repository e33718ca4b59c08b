/**
 * The part of a backup that lay in a store of objects goes into one again. Each object is laid into
 * the work folder and put from there, so that the store takes it whole or not at all. Names are
 * noted before they are put: a restore that broke off takes away what it brought, and nothing else.
 */
import { createHash } from 'node:crypto'
import { appendFile, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest } from '../../core/backup/manifest.ts'
import { AppError } from '../../core/errors.ts'
import type { ContentStore } from '../../core/store/ports.ts'
import { folderStore } from '../store/folder-store.ts'
import type { PartSink } from './records.ts'

const NOTE = '.stored.names'
const OBJECT = '.object'
const PIECE_BYTES = 4 << 20

export interface RestoreStore {
  store: ContentStore
  /** What is there is the lost machine's own: it is compared and stays, and the rest is brought. */
  keep: boolean
}

/** @throws {AppError} `store_not_empty` */
export async function refuseFilledStore({ store, keep }: RestoreStore): Promise<void> {
  if (keep) return
  for await (const { name } of store.list(''))
    throw new AppError(
      'conflict',
      'store_not_empty',
      `The store that storeUrl names holds objects already (${name}), and a restore writes over nothing. Into an empty place: --store-url s3://BUCKET/NEW. Where it is the lost machine’s own store: --keep-store. Without storeUrl all goes into the data folder.`,
    )
}

/** @returns where a part goes; null: it is no object */
export function storeSinks({ store, keep }: RestoreStore, manifest: BackupManifest, work: string) {
  const stored = new Map(
    manifest.parts.filter(({ stored }) => stored).map((part) => [part.name, part]),
  )

  /** @throws {AppError} `store_differs` */
  async function isThere(name: string, sizeBytes: number, sha256: string): Promise<boolean> {
    const found = await store.find(name)
    if (!found) return false
    if (found.sizeBytes === sizeBytes && (await digestIn(store, name, sizeBytes)) === sha256)
      return true
    throw new AppError(
      'conflict',
      'store_differs',
      `${name} is another object in the store than in the backup. Nothing was changed. Into an empty place: --store-url s3://BUCKET/NEW`,
    )
  }

  return async (name: string): Promise<PartSink | null> => {
    const part = stored.get(name)
    if (!part) return null
    const { sizeBytes, sha256 } = part
    if (keep && (await isThere(name, sizeBytes, sha256)))
      return { write: async () => {}, close: async () => {} }
    const path = join(work, OBJECT)
    const file = await open(path, 'w', 0o600)
    return {
      write: (bytes) => file.appendFile(bytes),
      async close() {
        await file.close()
        await appendFile(join(work, NOTE), `${name}\n`, { mode: 0o600 })
        const { read } = folderStore(work)
        await store.put(name, { sizeBytes, sha256, read: (at, length) => read(OBJECT, at, length) })
        await rm(path)
      },
    }
  }
}

/** What a restore put there that did not come to its end. */
export async function takeBackStored(store: ContentStore, work: string): Promise<void> {
  const names = await readFile(join(work, NOTE), 'utf8').catch(() => '')
  for (const name of names.split('\n')) if (name !== '') await store.remove(name)
}

/** It has come to its end: what it put there stays. */
export function keepStored(work: string): Promise<void> {
  return rm(join(work, NOTE), { force: true })
}

/** No part of the data folder. */
export function isOfStoreRestore(name: string): boolean {
  return name === NOTE || name === OBJECT
}

async function digestIn(store: ContentStore, name: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES)
    hash.update(await store.read(name, at, Math.min(PIECE_BYTES, sizeBytes - at)))
  return hash.digest('hex')
}
