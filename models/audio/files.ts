/**
 * The few calls to the file system that the audio store rests on; a port, so that tests can make
 * disks fail.
 */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export interface AudioFile {
  /** All of it, or it throws. */
  write(bytes: Uint8Array, position: number): Promise<void>
  /** Fewer bytes at the end of the file. */
  read(length: number, position: number): Promise<Buffer>
  truncate(length: number): Promise<void>
  /** Resolves when the written bytes are on the disk, with the length of the file: fdatasync. */
  sync(): Promise<void>
  size(): Promise<number>
  close(): Promise<void>
}

export interface AudioFiles {
  /**
   * For reading and writing; made when it is not there, and then its name is on the disk.
   * @param isNew it can be nowhere else
   */
  open(path: string, isNew?: boolean): Promise<AudioFile>
  /** Null when it is not there. */
  openExisting(path: string, mode: 'read' | 'write'): Promise<AudioFile | null>
  makeDirectory(path: string): Promise<void>
  /** Names, sorted; none when it is no directory. */
  list(path: string): Promise<string[]>
  /** Bytes of every file below it, by names that begin there. */
  sizes(path: string): Promise<Map<string, number>>
  /** And that it is gone is on the disk. */
  remove(path: string): Promise<void>
}

const FILE_MODE = 0o600
const DIRECTORY_MODE = 0o700

export const nodeFiles: AudioFiles = {
  async open(path) {
    const existing = await openOrNull(path, 'r+')
    if (existing) return existing
    const handle = await open(path, 'wx+', FILE_MODE)
    await syncDirectory(dirname(path))
    return audioFile(handle)
  },
  openExisting: (path, mode) => openOrNull(path, mode === 'read' ? 'r' : 'r+'),
  async makeDirectory(path) {
    const first = await mkdir(path, { recursive: true, mode: DIRECTORY_MODE })
    if (first === undefined) return
    for (let made = path; made.length >= first.length; made = dirname(made))
      await syncDirectory(dirname(made))
  },
  async list(path) {
    try {
      return (await readdir(path)).sort()
    } catch (error) {
      if (isMissing(error) || codeOf(error) === 'ENOTDIR') return []
      throw error
    }
  },
  async sizes(path) {
    const sizes = new Map<string, number>()
    const options = { recursive: true, withFileTypes: true } as const
    for (const entry of await readdir(path, options).catch(() => [])) {
      const about =
        entry.isFile() && (await stat(join(entry.parentPath, entry.name)).catch(() => null))
      if (about) sizes.set(relative(path, join(entry.parentPath, entry.name)), about.size)
    }
    return sizes
  },
  async remove(path) {
    await rm(path, { recursive: true, force: true })
    await syncDirectory(dirname(path)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  },
}

type Handle = Awaited<ReturnType<typeof open>>

async function openOrNull(path: string, flags: string): Promise<AudioFile | null> {
  try {
    return audioFile(await open(path, flags))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function audioFile(handle: Handle): AudioFile {
  return {
    async write(bytes, position) {
      let written = 0
      while (written < bytes.length) {
        const rest = bytes.length - written
        const { bytesWritten } = await handle.write(bytes, written, rest, position + written)
        written += bytesWritten
      }
    },
    async read(length, position) {
      const buffer = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    },
    truncate: (length) => handle.truncate(length),
    sync: () => handle.datasync(),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
