/**
 * A file that is still arriving: `<target>.part`, with what is needed to go on in
 * `<target>.part.json`. Its SHA-256 runs along with the bytes, so that a finished download is
 * judged without reading it again; what an earlier program left is read once, at the start.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

export interface PartFile {
  readonly receivedBytes: number
  /** The source's strong entity tag for these bytes; null when it gave none. */
  readonly etag: string | null
  append(bytes: Uint8Array): Promise<void>
  /** Forgets all bytes; what follows belongs to `etag`. */
  restart(etag: string | null): Promise<void>
  /** Gives room back: only the first bytes stay on the disk. Nothing is received after it. */
  cutTo(bytes: number): Promise<void>
  /** Digest of everything received, in hex. */
  digest(): string
  /** On disk under its own name; afterwards the part file is gone. */
  finish(): Promise<void>
  discard(): Promise<void>
  close(): Promise<void>
}

const Notes = z.object({ etag: z.string().nullable() })

/** @param onHashed bytes of an earlier attempt that were read so far */
export async function openPartFile(
  target: string,
  onHashed: (doneBytes: number) => void,
  signal: AbortSignal,
): Promise<PartFile> {
  const path = partPath(target)
  const notesPath = `${path}.json`
  let etag = await readEtag(notesPath)
  const handle = await open(path, 'a', 0o600)
  let { hash, bytes: receivedBytes } = await hashSoFar(path, onHashed, signal).catch(
    async (error: unknown) => {
      await handle.close()
      throw error
    },
  )

  return {
    get receivedBytes() {
      return receivedBytes
    },
    get etag() {
      return etag
    },
    async append(bytes) {
      await writeAll(handle, bytes)
      hash.update(bytes)
      receivedBytes += bytes.byteLength
    },
    async restart(newEtag) {
      await handle.truncate(0)
      hash = createHash('sha256')
      receivedBytes = 0
      etag = newEtag
      await writeFile(notesPath, JSON.stringify({ etag }), { mode: 0o600 })
    },
    async cutTo(bytes) {
      await handle.truncate(bytes)
      receivedBytes = Math.min(receivedBytes, bytes)
    },
    digest: () => hash.copy().digest('hex'),
    async finish() {
      await handle.sync()
      await handle.close()
      await rename(path, target)
      await rm(notesPath, { force: true })
      await syncFolder(dirname(target))
    },
    async discard() {
      await handle.close()
      await Promise.all([rm(path, { force: true }), rm(notesPath, { force: true })])
    },
    close: () => handle.close(),
  }
}

export function partPath(target: string): string {
  return `${target}.part`
}

async function hashSoFar(path: string, onHashed: (done: number) => void, signal: AbortSignal) {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    hash.update(chunk as Uint8Array)
    bytes += (chunk as Uint8Array).byteLength
    onHashed(bytes)
  }
  return { hash, bytes }
}

/**
 * Notes that cannot be read cost a check by entity tag, not the bytes: the digest judges them all
 * the same.
 */
async function readEtag(path: string): Promise<string | null> {
  try {
    return Notes.parse(JSON.parse(await readFile(path, 'utf8'))).etag
  } catch {
    return null
  }
}

/** `write` may take less than it is given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array) {
  for (let written = 0; written < bytes.byteLength; )
    written += (await handle.write(bytes, written)).bytesWritten
}

/** A rename is durable once its folder is. */
export async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
