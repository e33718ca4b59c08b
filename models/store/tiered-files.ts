/**
 * Sound and files of this machine's folder, and behind it those that rest in a store
 * (carry/carry-content.ts, content-place.ts): what is not here is read from there in pieces, and
 * brought here before it is written. What is removed goes in both places.
 */
import { join, relative, sep } from 'node:path'
import type { ContentStore } from '../../core/store/ports.ts'
import { type AudioFile, type AudioFiles, nodeFiles } from '../audio/files.ts'
import { folderStore } from './folder-store.ts'

/** What a store holds (data-move/moved-folder.ts); the journal and uploads are this machine's. */
export const KEPT_IN_STORE = /^(audio|files)\/(?!journal(\/|$)|incoming(\/|$))/
/** What is asked of the store at least: a scan reads on. */
const AHEAD_BYTES = 1 << 20

/** @param openStore asked when it is first needed */
export function tieredFiles(dataDir: string, openStore: () => Promise<ContentStore>): AudioFiles {
  let opened: Promise<ContentStore> | undefined
  const store = () => {
    opened ??= openStore()
    return opened
  }
  const nameOf = (path: string): string | null => {
    const name = relative(dataDir, path).split(sep).join('/')
    return KEPT_IN_STORE.test(name) ? name : null
  }

  /** @returns false where the store does not have it either */
  async function bring(name: string): Promise<boolean> {
    const from = await store()
    const found = await from.find(name)
    if (!found) return false
    const read = (position: number, length: number) => from.read(name, position, length)
    await folderStore(dataDir).put(name, { sizeBytes: found.sizeBytes, sha256: '', read })
    return true
  }

  return {
    makeDirectory: nodeFiles.makeDirectory,
    async open(path, isNew = false) {
      const there = await nodeFiles.openExisting(path, 'write')
      const name = there || isNew ? null : nameOf(path)
      if (name !== null) await bring(name)
      return there ?? nodeFiles.open(path)
    },
    async openExisting(path, mode) {
      const there = await nodeFiles.openExisting(path, mode)
      const name = there ? null : nameOf(path)
      if (name === null) return there
      if (mode === 'write') return (await bring(name)) ? nodeFiles.openExisting(path, mode) : null
      const found = await (await store()).find(name)
      return found && storedFile(await store(), name, found.sizeBytes)
    },
    async list(path) {
      const names = new Set(await nodeFiles.list(path))
      const name = nameOf(join(path, '_'))
      const folder = name?.slice(0, -2)
      if (folder !== undefined)
        for await (const one of (await store()).list(folder))
          names.add(one.name.slice(folder.length + 1).split('/')[0] ?? '')
      return [...names].sort()
    },
    async sizes(path) {
      const sizes = await nodeFiles.sizes(path)
      const folder = nameOf(join(path, '_'))?.slice(0, -2)
      if (folder === undefined) return sizes
      for await (const { name, sizeBytes } of (await store()).list(folder)) {
        const below = name.slice(folder.length + 1)
        if (!sizes.has(below)) sizes.set(below, sizeBytes)
      }
      return sizes
    },
    async remove(path) {
      await nodeFiles.remove(path)
      const name = nameOf(path)
      if (name !== null) await (await store()).remove(name)
    },
  }
}

/** Read only, and a stretch at a time. */
function storedFile(store: ContentStore, name: string, sizeBytes: number): AudioFile {
  let held: { position: number; bytes: Buffer } = { position: 0, bytes: Buffer.alloc(0) }
  const refused = () => Promise.reject(new Error('what lies in the store is not written'))
  return {
    write: refused,
    truncate: refused,
    sync: async () => {},
    size: async () => sizeBytes,
    async read(length, position) {
      const end = Math.min(position + length, sizeBytes)
      if (position >= end) return Buffer.alloc(0)
      if (position < held.position || end > held.position + held.bytes.length)
        held = {
          position,
          bytes: await store.read(name, position, Math.max(length, AHEAD_BYTES)),
        }
      return held.bytes.subarray(position - held.position, end - held.position)
    },
    close: async () => {},
  }
}
