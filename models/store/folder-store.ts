/** Sealed content in a folder of this machine. */
import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ContentStore, StoredObject } from '../../core/store/ports.ts'
import { nodeFiles } from '../audio/files.ts'
import { syncFolder } from '../durable-file.ts'
import { readExactly } from './read-exactly.ts'

const PIECE_BYTES = 1 << 20
/** What is on its way; a backup leaves it out (backup/data-parts.ts). */
const UNDER_WAY = '.new'

export function folderStore(root: string): ContentStore {
  const pathOf = (name: string) => join(root, name)

  async function* list(folder: string): AsyncGenerator<StoredObject, void> {
    const entries = await readdir(pathOf(folder), { withFileTypes: true }).catch(noneIfGone)
    const nameOf = (entry: string) => (folder === '' ? entry : `${folder}/${entry}`)
    // As a store orders whole names: a folder is a name that goes on with a slash.
    const key = (entry: { name: string; isDirectory(): boolean }) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name
    for (const entry of entries.sort((one, other) => (key(one) < key(other) ? -1 : 1))) {
      const name = nameOf(entry.name)
      if (entry.isDirectory()) yield* list(name)
      else if (entry.isFile() && !name.endsWith(UNDER_WAY)) {
        const about = await stat(pathOf(name)).catch(() => null)
        if (about) yield { name, sizeBytes: about.size }
      }
    }
  }

  return {
    async put(name, content) {
      const path = pathOf(name)
      await nodeFiles.makeDirectory(dirname(path))
      const part = `${path}.${randomBytes(4).toString('hex')}${UNDER_WAY}`
      const file = await open(part, 'wx', 0o600)
      try {
        for (let at = 0; at < content.sizeBytes; at += PIECE_BYTES)
          await file.appendFile(
            await readExactly(content, at, Math.min(PIECE_BYTES, content.sizeBytes - at)),
          )
        await file.sync()
        await rename(part, path)
      } finally {
        await file.close()
        await rm(part, { force: true })
      }
      await syncFolder(dirname(path))
    },
    async find(name) {
      const about = await stat(pathOf(name)).catch(nullIfGone)
      return about?.isFile() ? { name, sizeBytes: about.size } : null
    },
    async read(name, position, length) {
      const file = await nodeFiles.openExisting(pathOf(name), 'read')
      if (!file) return Buffer.alloc(0)
      return file.read(length, position).finally(() => file.close())
    },
    list,
    remove: (name) => nodeFiles.remove(pathOf(name)),
    close: async () => {},
  }
}

function isGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR'
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (isGone(error)) return null
  throw error
}

function noneIfGone(error: NodeJS.ErrnoException): never[] {
  if (isGone(error)) return []
  throw error
}
