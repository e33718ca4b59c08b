/**
 * What of the data folder goes into a backup: everything but weights, backups, the database itself
 * (its snapshot goes in) and what is on its way to be something. So a folder that a later version
 * makes is not forgotten.
 */
import { open, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStore, StoredObject } from '../../core/store/ports.ts'
import { isUnderWay } from '../audit/spool.ts'
import { KEPT_IN_STORE } from '../store/tiered-files.ts'

const LEFT_OUT = [
  /^(models|backups)(\/|$)/,
  /^settings-of-backup\.json$/,
  /^outgoing-held\.json$/,
  /^draining\.json$/,
  /^room\.reserve$/,
  // Closing any handle of the first would end the lock that this process may hold on it.
  /^serving\.(lock(-journal)?|pid)$/,
  /^admin-(code|closed)\.json$/,
  /^init-unfinished\.json$/,
  /^from-bundle-data\.json\.gz$/,
  /^svc\.sqlite(-wal|-shm|-journal)?$/,
  // Taken with the database, see write-backup.ts.
  /^keys\/master[^/]*\.(key|json)$/,
  // Uploads while they are decoded, under keys that nobody has afterwards.
  /^audio\/incoming(\/|$)/,
  /^files\/.*\.part$/,
  /\.new$/,
  /\.svcbackup(\.\d+\.part)?$/,
  /(^|\/)\.restoring(\/|$)/,
]
const READ_BYTES = 256 << 10

/** Names with `/`, relative to the data folder, in order; of `start` and below when it is given. */
export async function* dataParts(root: string, start = ''): AsyncGenerator<string, void> {
  const folder = await opendir(join(root, start)).catch(noneIfGone)
  if (!folder) return
  const entries: { name: string; isFolder: boolean }[] = []
  for await (const entry of folder) {
    const name = start === '' ? entry.name : `${start}/${entry.name}`
    // Files of an act under way are left out, since this backup may be part of it; finished acts
    // wait in the same place.
    if (LEFT_OUT.some((one) => one.test(name)) || isUnderWay(entry.name)) continue
    // A part of the data folder may lie on another disk; deeper down nothing of ours is a link.
    const isLink = start === '' && entry.isSymbolicLink()
    if (entry.isDirectory() || isLink) entries.push({ name, isFolder: true })
    else if (entry.isFile()) entries.push({ name, isFolder: false })
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const { name, isFolder } of entries)
    if (isFolder) yield* dataParts(root, name)
    else yield name
}

/** What a file holds now, as far as it goes when it is opened; null when it is gone. */
export async function openPart(path: string): Promise<AsyncGenerator<Uint8Array, void> | null> {
  const file = await open(path, 'r').catch(noneIfGone)
  if (!file) return null
  return (async function* () {
    try {
      const { size } = await file.stat()
      for (let at = 0; at < size; ) {
        const block = Buffer.allocUnsafe(Math.min(READ_BYTES, size - at))
        const { bytesRead } = await file.read(block, 0, block.length, at)
        if (bytesRead === 0) return
        at += bytesRead
        yield block.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  })()
}

function noneIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

const PIECE_BYTES = 4 << 20

interface StorePart {
  name: string
  content: AsyncIterable<Uint8Array>
}

/**
 * What lies in a store of objects alone, as parts of a backup. Each object is brought to this disk
 * before it goes into the backup, in pieces: an object that is removed meanwhile is left out as a
 * whole, and memory does not grow with its size.
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
