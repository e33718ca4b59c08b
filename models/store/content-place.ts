/** Where what is whole comes to rest: the data folder, or the store behind it. */
import { createHash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { placeContent } from '../../core/store/place-content.ts'
import type { Content, ContentStore, Sha256 } from '../../core/store/ports.ts'
import { folderStore } from './folder-store.ts'

/**
 * There and durable when it resolves; in a store also read back. May be repeated after anything.
 * @param name in the data folder: `files/<consultation>/<file>`
 */
export type PlaceContent = (name: string, content: Omit<Content, 'sha256'>) => Promise<void>

export function folderPlace(dataDir: string): PlaceContent {
  const { put } = folderStore(dataDir)
  return (name, content) => put(name, { ...content, sha256: '' })
}

/** @param openStore asked when it is first needed */
export function storePlace(openStore: () => Promise<ContentStore>): PlaceContent {
  let opened: Promise<ContentStore> | undefined
  return async (name, content) => {
    opened ??= openStore()
    const placed = await placeContent({ store: await opened, name, content, newDigest: newSha256 })
    if (placed !== 'differs') return
    throw new AppError(
      'unavailable',
      'storage_failed',
      'O armazenamento de som e arquivos devolveu outros bytes. Avise o administrador.',
      { retryAfterS: 5 },
    )
  }
}

export function newSha256(): Sha256 {
  const hash = createHash('sha256')
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
}
