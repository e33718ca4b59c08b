import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import { isCutShort } from '../../core/model-file/model-end.ts'
import type { ModelStore, StoredModel, TransferOptions } from '../../core/model-file/ports.ts'
import { downloadFile } from './download-file.ts'
import { lockFile } from './file-lock.ts'
import { readRecord, removeRecord, writeRecord } from './model-records.ts'
import { openPartFile, partPath } from './part-file.ts'

/**
 * SHA-256 of a file's bytes, in hex. @param onChunk called with every piece, in order, and awaited
 */
async function hashFile(
  path: string,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array, doneBytes: number) => void | Promise<void> = () => {},
): Promise<string> {
  const hash = createHash('sha256')
  let doneBytes = 0
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    const bytes = chunk as Uint8Array
    hash.update(bytes)
    doneBytes += bytes.byteLength
    await onChunk(bytes, doneBytes)
  }
  return hash.digest('hex')
}

interface Deps {
  folder: string
  now: () => Date
  /**
   * A model that is part of the product, read where it is. Its record is kept in the folder, as
   * that of any other.
   */
  box?: { file: string; path: string }
  /** Room that a download leaves on the disk. */
  reserveBytes?: number
  /** A download that stands still for so long is tried again. */
  idleTimeoutMs?: number
  /** PEM of the only authority that downloads believe; null: the public ones. @throws {AppError} */
  readCa?(): Promise<string | null>
  sleep?(ms: number, signal: AbortSignal): Promise<void>
}

const MODEL_FILE = /\.(bin|gguf)$/
/** A stick may hold a whole archive; models lie near the top. */
const DEEPEST_FOLDER = 4

/** The models folder on disk (DESIGN §4). It is made when something is first put into it. */
export function modelStore(deps: Deps): ModelStore {
  const { folder, now, idleTimeoutMs = 30_000 } = deps
  const sleep = deps.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const reserve = deps.reserveBytes === undefined ? {} : { reserveBytes: deps.reserveBytes }
  const pathOf = (file: string) => join(folder, file)
  const find = (file: string) =>
    describe(folder, file, file === deps.box?.file ? deps.box.path : pathOf(basename(file)))
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(await nearestFolder(folder))
    return bavail * bsize
  }

  return {
    folder,
    freeBytes,

    async list() {
      const files = (await entries(folder)).filter((file) => MODEL_FILE.test(file))
      if (deps.box) files.push(deps.box.file)
      const stored = await Promise.all([...new Set(files)].map(find))
      return stored.filter((model) => model !== null)
    },

    async partials() {
      const files = (await entries(folder)).filter((file) => /\.(bin|gguf)\.part$/.test(file))
      return Promise.all(
        files.map(async (file) => ({
          file: file.replace(/\.part$/, ''),
          receivedBytes: (await stat(pathOf(file))).size,
        })),
      )
    },

    find,

    async download({ file, url, sha256 }, options) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await using _lock = await lockFile(`${pathOf(file)}.lock`, now)
      // undici is only loaded when something is really fetched.
      const { httpSource } = await import('./http-source.ts')
      const caPem = (await deps.readCa?.()) ?? null
      await using source = httpSource({ idleTimeoutMs, caPem })
      await downloadFile(
        { source, sleep, freeBytes, ...reserve },
        { url, path: pathOf(file), sha256 },
        options,
      )
      return present(find, file)
    },

    async copyIn({ file, sourcePath, sha256 }, options) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await using _lock = await lockFile(`${pathOf(file)}.lock`, now)
      await readingSource(sourcePath, async () => {
        const { size } = await stat(sourcePath)
        await refuseWithoutRoom(size, freeBytes)
        await copy(sourcePath, pathOf(file), sha256, size, options)
      })
      return present(find, file)
    },

    async digest(path, { signal, onProgress }) {
      return readingSource(path, async () => {
        const { size } = await stat(path)
        return hashFile(path, signal, (_, doneBytes) =>
          onProgress?.({ phase: 'hash', doneBytes, totalBytes: size }),
        )
      })
    },

    async head(path, length) {
      return readingSource(path, async () => {
        await using handle = await open(path, 'r')
        return await readAt(handle, 0, length)
      })
    },

    async isCutShort(path, header) {
      await using handle = await open(path, 'r')
      const { size: sizeBytes } = await handle.stat()
      const read = (offset: number, length: number) => readAt(handle, offset, length)
      return await isCutShort({ sizeBytes, read }, header)
    },

    async candidates(path) {
      const about = await stat(path).catch(() => null)
      if (!about)
        throw new AppError('not-found', 'model_source_missing', `There is nothing at ${path}.`)
      if (!about.isDirectory()) return [{ path, sizeBytes: about.size }]
      return readingSource(path, () => modelFilesIn(path, DEEPEST_FOLDER))
    },

    async keepRecord(file, record) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeRecord(pathOf(file), record)
    },

    async remove(file) {
      const part = partPath(pathOf(file))
      await Promise.all([
        rm(pathOf(file), { force: true }),
        rm(part, { force: true }),
        rm(`${part}.json`, { force: true }),
        removeRecord(pathOf(file)),
      ])
    },
  }
}

async function describe(folder: string, file: string, path: string): Promise<StoredModel | null> {
  const about = await stat(path).catch(() => null)
  if (!about?.isFile()) return null
  const { size: sizeBytes, mtimeMs: modifiedMs } = about
  const record = await readRecord(join(folder, basename(file)))
  const current = record?.sizeBytes === sizeBytes && record.modifiedMs === modifiedMs
  return { file, path, sizeBytes, modifiedMs, record: current ? record : null }
}

async function present(find: ModelStore['find'], file: string): Promise<StoredModel> {
  const stored = await find(file)
  if (stored) return stored
  throw new AppError(
    'unavailable',
    'model_vanished',
    `${file} was removed while it was put in place.`,
  )
}

/** Through a part file, as downloads: a stick that is pulled out leaves no half model behind. */
async function copy(
  from: string,
  to: string,
  sha256: string,
  totalBytes: number,
  { signal, onProgress }: TransferOptions,
) {
  const part = await openPartFile(to, () => {}, signal)
  await part.restart(null)
  let done = false
  try {
    await hashFile(from, signal, async (chunk, doneBytes) => {
      await part.append(chunk)
      onProgress?.({ phase: 'copy', doneBytes, totalBytes })
    })
    if (part.digest() !== sha256)
      throw new AppError(
        'rejected',
        'model_checksum_mismatch',
        `${from} changed while it was read.`,
      )
    await part.finish()
    done = true
  } finally {
    if (!done) await part.discard()
  }
}

async function refuseWithoutRoom(sizeBytes: number, freeBytes: () => Promise<number>) {
  const free = await freeBytes()
  if (free > sizeBytes + 64 * 1024 * 1024) return
  const mib = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new AppError(
    'rejected',
    'disk_full',
    `Not enough room: the file has ${mib(sizeBytes)} MiB, the disk of the data folder ${mib(free)} MiB.`,
  )
}

async function modelFilesIn(
  folder: string,
  depth: number,
): Promise<{ path: string; sizeBytes: number }[]> {
  const found: { path: string; sizeBytes: number }[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth > 0) found.push(...(await modelFilesIn(path, depth - 1)))
    else if (entry.isFile() && MODEL_FILE.test(entry.name))
      found.push({ path, sizeBytes: (await stat(path)).size })
  }
  return found.sort((a, b) => a.path.localeCompare(b.path))
}

async function entries(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Before the first model, the folder is not there yet: its disk is that of the nearest one above.
 */
async function nearestFolder(path: string): Promise<string> {
  const there = await access(path).then(
    () => true,
    () => false,
  )
  return there || path === '/' ? path : nearestFolder(join(path, '..'))
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** What Node says of a stick that was pulled out, and of a share that went away. */
const GONE = new Set(['EIO', 'ENODEV', 'ENOENT', 'ENOTCONN', 'ENOTDIR', 'ENXIO', 'ESTALE'])
const READING = new Set(['fstat', 'lstat', 'open', 'read', 'scandir', 'stat'])

/**
 * What reads a file that is to be imported. A failure of what it is read from is put in words with
 * what to do; another one, as that of a full disk, passes as it is.
 */
async function readingSource<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    const { code = '', syscall = '' } = error as NodeJS.ErrnoException
    if (!GONE.has(code) || !READING.has(syscall)) throw error
    throw new AppError(
      'unavailable',
      'model_source_gone',
      `${path} cannot be read any more (${code}): was the stick pulled out, or the share lost? Nothing of this file was installed. Put it back, and run this again.`,
      { cause: error },
    )
  }
}
