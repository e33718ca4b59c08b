/**
 * The journal: one file that all recordings share, so that one flush makes the sound of all of them
 * durable at once. Fifty recordings would otherwise need fifty flushes for every frame, and a disk
 * gives a few hundred a second.
 *
 * It is a plain redo log: "these bytes belong at that position of that channel's file". Frames are
 * acknowledged when the journal is on the disk; the channel files get the same bytes at once but
 * unflushed. Now and then a checkpoint flushes the channel files and deletes the journal; after a
 * crash the journal is played back first. Playing it twice, or over newer bytes in order, gives the
 * same files.
 *
 * Entry: "SVJ1" | u32 length of the bytes | recording (16) | u64 position | u32 channel | u32
 * CRC-32C over all of the entry but itself | the bytes, which are sealed already.
 */
import { join } from 'node:path'
import { crc32c } from '../../core/contract/frames.ts'
import type { Log } from '../../core/log.ts'
import type { AudioFile, AudioFiles } from './files.ts'
import { MAX_BLOCK_BYTES } from './frame-seal.ts'

export interface JournalEntry {
  recordingId: string
  channel: number
  /** In the channel's file. */
  position: number
  bytes: Buffer
}

/** By recording, why. */
export type RefusedRecordings = ReadonlyMap<string, unknown>

export interface Journal {
  /** Size of the file in use. */
  readonly sizeBytes: number
  /** Files that are kept beside it. */
  readonly oldFiles: number
  /**
   * Durable when it resolves, all of them but those of the recordings that it may answer, with the
   * reason; none of them counts when it rejects.
   */
  append(entries: readonly JournalEntry[]): Promise<RefusedRecordings | undefined>
  /**
   * Later entries go to a new file. @returns what removes the old ones, for when they are not
   * needed any more
   */
  rotate(): Promise<() => Promise<void>>
  close(): Promise<void>
}

const HEADER_BYTES = 40
const CHECKSUM = 36
const MAGIC = 0x314a5653 // "SVJ1"

export async function openJournal(directory: string, files: AudioFiles): Promise<Journal> {
  await files.makeDirectory(directory)
  let old = (await files.list(directory)).map((name) => join(directory, name))
  let number = numberAfter(old)
  let current: { file: AudioFile; path: string } | null = null
  let sizeBytes = 0

  async function file(): Promise<AudioFile> {
    if (current) return current.file
    const path = join(directory, `${String(number++).padStart(10, '0')}.journal`)
    current = { file: await files.open(path), path }
    sizeBytes = 0
    return current.file
  }

  /**
   * After a failed flush nobody knows what the file holds (a second flush may lie): it is kept, and
   * never written again.
   */
  async function abandon(): Promise<void> {
    if (!current) return
    const { file, path } = current
    current = null
    old.push(path)
    await file.close().catch(() => {})
  }

  return {
    get sizeBytes() {
      return sizeBytes
    },
    get oldFiles() {
      return old.length
    },
    async append(entries) {
      const bytes = Buffer.concat(entries.map(encode))
      const target = await file()
      await target.write(bytes, sizeBytes).catch(async (error: unknown) => {
        await target.truncate(sizeBytes).catch(abandon) // a full disk: the same file goes on when there is room
        throw error
      })
      await target.sync().catch(async (error: unknown) => {
        await abandon()
        throw error
      })
      sizeBytes += bytes.length
      return undefined
    },
    async rotate() {
      await abandon()
      const done = old
      old = []
      return async () => {
        for (const path of done) await files.remove(path)
      }
    },
    async close() {
      await current?.file.close()
      current = null
    },
  }
}

/** Plays back what is whole, in order of writing. */
export async function readJournals(
  directory: string,
  files: AudioFiles,
  onEntry: (entry: JournalEntry) => Promise<void>,
): Promise<void> {
  for (const name of await files.list(directory)) {
    const file = await files.openExisting(join(directory, name), 'read')
    if (!file) continue
    try {
      await readEntries(file, onEntry)
    } finally {
      await file.close()
    }
  }
}

/** Stops at the first entry that is not whole: nothing behind it was ever acknowledged. */
async function readEntries(
  file: AudioFile,
  onEntry: (entry: JournalEntry) => Promise<void>,
): Promise<void> {
  let position = 0
  for (;;) {
    const header = await file.read(HEADER_BYTES, position)
    if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== MAGIC) return
    const length = header.readUInt32LE(4)
    if (length > MAX_BLOCK_BYTES) return
    const bytes = await file.read(length, position + HEADER_BYTES)
    if (bytes.length < length || checksum(header, bytes) !== header.readUInt32LE(CHECKSUM)) return
    await onEntry({
      recordingId: idFromBytes(header.subarray(8, 24)),
      position: Number(header.readBigUInt64LE(24)),
      channel: header.readUInt32LE(32),
      bytes,
    })
    position += HEADER_BYTES + length
  }
}

function encode({ recordingId, channel, position, bytes }: JournalEntry): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(bytes.length, 4)
  Buffer.from(recordingId.replaceAll('-', ''), 'hex').copy(header, 8)
  header.writeBigUInt64LE(BigInt(position), 24)
  header.writeUInt32LE(channel, 32)
  header.writeUInt32LE(checksum(header, bytes), CHECKSUM)
  return Buffer.concat([header, bytes])
}

function checksum(header: Buffer, bytes: Buffer): number {
  return crc32c(bytes, crc32c(header.subarray(0, CHECKSUM)))
}

function idFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

function numberAfter(paths: string[]): number {
  const last = paths.at(-1)?.match(/(?<!\d)(\d+)\.journal$/)?.[1]
  return last === undefined ? 1 : Number(last) + 1
}

interface Deps {
  audioDir: string
  journalDir: string
  files: AudioFiles
  log: Log
}

/** Brings the channel files up to what was acknowledged before a crash, and empties the journal. */
export async function replayJournal({ audioDir, journalDir, files, log }: Deps): Promise<void> {
  const journals = await files.list(journalDir)
  if (journals.length === 0) return
  const directories = await recordingDirectories(audioDir, files)
  const opened = new Map<string, AudioFile | null>()
  let entries = 0
  try {
    await readJournals(journalDir, files, async ({ recordingId, channel, position, bytes }) => {
      const directory = directories.get(recordingId)
      if (!directory) return // removed since
      const path = join(directory, `${channel}.svc`)
      const known = opened.get(path)
      const file = known === undefined ? await files.openExisting(path, 'write') : known
      opened.set(path, file)
      await file?.write(bytes, position)
      entries++
    })
    for (const file of opened.values()) await file?.sync()
  } finally {
    for (const file of opened.values()) await file?.close()
  }
  for (const name of journals) await files.remove(join(journalDir, name))
  log.info('audio.played_back', { journals: journals.length, entries })
}

async function recordingDirectories(
  audioDir: string,
  files: AudioFiles,
): Promise<Map<string, string>> {
  const directories = new Map<string, string>()
  for (const consultation of await files.list(audioDir)) {
    if (consultation === 'journal') continue
    for (const recording of await files.list(join(audioDir, consultation)))
      directories.set(recording, join(audioDir, consultation, recording))
  }
  return directories
}
