/**
 * What lies in a store of objects alone, as parts of a backup. Each object is brought to this disk
 * before it goes into the backup, in pieces: an object that is removed meanwhile is left out as a
 * whole, and memory does not grow with its size.
 */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStore, StoredObject } from '../../core/store/ports.ts'
import { KEPT_IN_STORE } from '../store/tiered-files.ts'
import { openPart } from './data-parts.ts'

const PIECE_BYTES = 4 << 20

export interface StorePart {
  name: string
  content: AsyncIterable<Uint8Array>
}

/**
 * @param isTaken the data folder has it, which counts
 * @param work a folder for one object at a time
 */
export async function* storeParts(
  store: Pick<ContentStore, 'list' | 'read'>,
  isTaken: (name: string) => boolean,
  work: string,
): AsyncGenerator<StorePart, void> {
  const path = join(work, 'object')
  for await (const object of store.list('')) {
    if (!KEPT_IN_STORE.test(object.name) || isTaken(object.name)) continue
    try {
      const content = (await bring(store, object, path)) && (await openPart(path))
      if (content) yield { name: object.name, content }
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** @returns false where it went away */
async function bring(
  store: Pick<ContentStore, 'read'>,
  { name, sizeBytes }: StoredObject,
  path: string,
): Promise<boolean> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let at = 0; at < sizeBytes; ) {
      const piece = await store.read(name, at, Math.min(PIECE_BYTES, sizeBytes - at))
      if (piece.length === 0) return false
      await file.appendFile(piece)
      at += piece.length
    }
    return true
  } finally {
    await file.close()
  }
}
