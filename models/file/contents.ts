/**
 * The bytes of uploaded files: `files/<consultation>/<file>`, sealed with the consultation's key in
 * chunks of 64 KiB, so that nothing of them lies in the clear and nothing large has to be in memory
 * while they arrive. Each chunk knows its place, its file and whether it is the last: chunks cannot
 * be exchanged, left out or cut off unnoticed.
 *
 * What arrives is written under a name of its own (`.part`) and gets the file's when it is whole
 * and on the disk; of several servers without a folder in common, when it is in the store.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, isAppError } from '../../core/errors.ts'
import type { FileContents } from '../../core/file/ports.ts'
import type { ConsultationVault, Sealer } from '../../core/vault/ports.ts'
import { type AudioFile, type AudioFiles, nodeFiles } from '../audio/files.ts'
import { syncFolder } from '../durable-file.ts'
import type { PlaceContent } from '../store/content-place.ts'
import { sealer } from '../vault/seal.ts'
import { keyGone } from './seal.ts'

const CHUNK_BYTES = 64 << 10
const SEALED_BYTES = CHUNK_BYTES + 1 + 12 + 16
const PART = '.part'
/** What a file that is whole is called: its id. */
const FILE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** With other servers. */
interface Shared {
  /** What was written since then, in ms, is no leftover: another server may be at it. */
  spareForMs?: number
  /** Where a file is put at once, since another server reads it; null: the folder. */
  place?: PlaceContent | null
}

interface Whose {
  id: string
  consultationId: string
}

/**
 * @param directory made when missing
 */
export function fileContents(
  directory: string,
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>,
  disk: AudioFiles = nodeFiles,
  { spareForMs = 0, place = null }: Shared = {},
): FileContents {
  const folderOf = ({ consultationId }: Whose) => join(directory, consultationId)
  const pathOf = (file: Whose) => join(folderOf(file), file.id)

  async function begin(file: Whose) {
    const seal = sealer(await vault.keyFor(file.consultationId))
    const part = `${pathOf(file)}.${randomBytes(4).toString('hex')}${PART}`
    const make = async () => {
      await nodeFiles.makeDirectory(folderOf(file))
      return open(part, 'wx+', 0o600)
    }
    // An empty folder may go at any time (carry/carry-content.ts).
    const handle = await make().catch(make)
    return { part, handle, writer: sealedChunks(handle, seal, file.id) }
  }

  async function keep(file: Whose, part: string, handle: FileHandle) {
    if (place) {
      const { size: sizeBytes } = await handle.stat()
      const read = async (position: number, length: number) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
        return buffer.subarray(0, bytesRead)
      }
      await place(`files/${file.consultationId}/${file.id}`, { sizeBytes, read })
      // What lay here is asked for first.
      return nodeFiles.remove(pathOf(file))
    }
    await handle.sync()
    await rename(part, pathOf(file))
    await syncFolder(folderOf(file))
  }

  return {
    async open(file) {
      const { part, handle, writer } = await begin(file).catch(unstorable)
      const hash = createHash('sha256')
      return {
        async append(bytes) {
          hash.update(bytes)
          await writer.append(bytes).catch(unstorable)
        },
        sha256: () => hash.copy().digest('hex'),
        async keep() {
          await writer.end().catch(unstorable)
          await keep(file, part, handle).catch(unstorable)
        },
        async [Symbol.asyncDispose]() {
          await handle.close()
          await rm(part, { force: true })
        },
      }
    },

    async read(file) {
      const sealed = await wholeOf(await disk.openExisting(pathOf(file), 'read'))
      if (!sealed) return null
      const key = await vault.findKey(file.consultationId)
      if (!key) throw keyGone()
      return openChunks(sealed, sealer(key), file.id)
    },

    async replace(file, bytes) {
      const { part, handle, writer } = await begin(file).catch(unstorable)
      try {
        await writer.append(bytes)
        await writer.end()
        await keep(file, part, handle)
      } finally {
        await handle.close()
        await rm(part, { force: true })
      }
    },

    remove: (file) => disk.remove(pathOf(file)),

    async sweep(isKnown) {
      let removed = 0
      for (const consultation of await nodeFiles.list(directory))
        for (const name of await nodeFiles.list(join(directory, consultation))) {
          // PostgreSQL refuses to look for what has not the form of an id.
          if (FILE_ID.test(name) && (await isKnown(name))) continue
          const path = join(directory, consultation, name)
          if (spareForMs > 0 && (await ageMs(path)) < spareForMs) continue
          await nodeFiles.remove(path)
          removed++
        }
      return removed
    },
  }
}

/** By the machine's clock and the folder's; 0 for what is gone meanwhile. */
async function ageMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found ? Date.now() - found.mtimeMs : 0
}

function sealedChunks(handle: FileHandle, seal: Sealer, fileId: string): ChunkWriter {
  return chunkWriter(CHUNK_BYTES, (chunk, index, isLast) =>
    handle.appendFile(seal.seal(chunk, contextOf(fileId, index, isLast))),
  )
}

/** @throws {AppError} `vault_damaged` when a chunk was altered, exchanged or is missing */
function openChunks(sealed: Buffer, seal: Sealer, fileId: string): Uint8Array {
  const chunks: Uint8Array[] = []
  for (let at = 0, index = 0; at < sealed.length || index === 0; at += SEALED_BYTES, index++) {
    const isLast = at + SEALED_BYTES >= sealed.length
    chunks.push(seal.open(sealed.subarray(at, at + SEALED_BYTES), contextOf(fileId, index, isLast)))
  }
  return Buffer.concat(chunks)
}

function contextOf(fileId: string, index: number, isLast: boolean): string {
  return `file ${fileId} bytes ${index}${isLast ? ' last' : ''}`
}

function unstorable(cause: unknown): never {
  if (isAppError(cause)) throw cause
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new AppError('unavailable', 'storage_full', 'O disco do servidor está cheio.', { cause })
  throw new AppError(
    'unavailable',
    'storage_failed',
    'O servidor não conseguiu guardar o arquivo.',
    {
      cause,
    },
  )
}

async function wholeOf(file: AudioFile | null): Promise<Buffer | null> {
  if (!file) return null
  try {
    return await file.read(await file.size(), 0)
  } finally {
    await file.close()
  }
}

/**
 * Bytes that come in any pieces, as chunks of one size. The last chunk, and only it, may be
 * smaller, and is told as the last: so what is sealed chunk by chunk cannot be cut off unnoticed.
 */
interface ChunkWriter {
  append(bytes: Uint8Array): Promise<void>
  /** Writes the last chunk, which may be empty. */
  end(): Promise<void>
}

/** @param write seals and keeps one chunk; `number` counts from 0 */
export function chunkWriter(
  chunkBytes: number,
  write: (chunk: Uint8Array, number: number, isLast: boolean) => Promise<void>,
): ChunkWriter {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let number = 0

  return {
    async append(bytes) {
      // A copy: the caller's buffer may be used again.
      pending.push(Buffer.from(bytes))
      pendingBytes += bytes.length
      // What is exactly full may be the last one: it waits.
      if (pendingBytes <= chunkBytes) return
      const all = Buffer.concat(pending)
      let at = 0
      for (; all.length - at > chunkBytes; at += chunkBytes)
        await write(all.subarray(at, at + chunkBytes), number++, false)
      pending = [all.subarray(at)]
      pendingBytes = all.length - at
    },
    end: () => write(Buffer.concat(pending), number++, true),
  }
}
