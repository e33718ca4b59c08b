/**
 * Encrypted sound on the file system: `audio/<consultation>/<recording>/<channel>.svc`, append-only
 * files of sealed blocks (frame-seal.ts), made durable together through one journal (journal.ts,
 * commit-queue.ts).
 *
 * Nothing is acknowledged that a power cut could take: a frame's promise resolves after the
 * journal's fdatasync. Opening plays back what a crash left in the journal, then cuts what it tore.
 * One process at a time may write to the folder.
 */
import { join } from 'node:path'
import type { Log } from '../../core/log.ts'
import type { AudioLocation, AudioStore, RecordingAudio } from '../../core/recording/storage.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { type ChannelFile, openChannelFile } from './channel-file.ts'
import { checkpoints } from './checkpoints.ts'
import { type CommitTarget, commitQueue, storageError } from './commit-queue.ts'
import { type AudioFile, type AudioFiles, nodeFiles } from './files.ts'
import { type Journal, openJournal, replayJournal } from './journal.ts'

export interface AudioStoreOptions {
  audioDir: string
  vault: ConsultationVault
  log: Log
  files?: AudioFiles
  /** A file in the folder unless given; one that is given needs no playback. */
  journal?: Journal
  /** How long a frame waits for others to share a flush with, in ms (at most 50, DESIGN §5.1). */
  gatherMs?: number
  /** The journal is emptied beyond this size. */
  journalBytes?: number
}

/** Enough for many frames to meet, far from the 50 ms that an acknowledgement may take. */
const GATHER_MS = 8
const JOURNAL_BYTES = 32 << 20

export async function openAudioStore(options: AudioStoreOptions): Promise<AudioStore> {
  const { audioDir, vault, log, files = nodeFiles, gatherMs = GATHER_MS } = options
  await files.makeDirectory(audioDir)
  const journal = options.journal ?? (await openOwnJournal())
  const checkpoint = checkpoints({
    journal,
    limitBytes: options.journalBytes ?? JOURNAL_BYTES,
    log,
  })
  const queue = commitQueue({ journal, gatherMs, onCommitted: checkpoint.committed, log })
  const opened = new Map<string, Promise<Opened>>()
  // Who opens one again meanwhile waits: two writers of one file would each cut off what the other
  // one wrote.
  const closing = new Map<string, Promise<void>>()

  async function openOwnJournal(): Promise<Journal> {
    const journalDir = join(audioDir, 'journal')
    await replayJournal({ audioDir, journalDir, files, log })
    return openJournal(journalDir, files)
  }

  async function openFiles(
    location: AudioLocation,
    writable: boolean,
    { isNew = false, openToRead = (path: string) => files.openExisting(path, 'read') } = {},
  ): Promise<Opened> {
    const { recordingId, consultationId, channels } = location
    const directory = directoryOf(audioDir, location)
    // Without its key sound cannot be read any more; a new key must never be made for old sound.
    const key = writable ? await vault.keyFor(consultationId) : await vault.findKey(consultationId)
    const targets: CommitTarget[] = []
    if (writable) await files.makeDirectory(directory)
    for (let channel = 0; channel < channels; channel++) {
      const path = channelPath(directory, channel)
      const file = writable ? await files.open(path, isNew) : await openToRead(path)
      const owner = { key: key ?? Buffer.alloc(32), recordingId, channel }
      const channelFile = await openChannelFile({ file: file ?? emptyFile, owner, writable })
      if (channelFile.damagedBytes > 0)
        log.error('audio.damaged', { recordingId, channel, bytes: channelFile.damagedBytes })
      targets.push({ recordingId, channel, file: channelFile })
    }
    return { targets, audio: recordingAudio(targets, queue) }
  }

  /** Nobody closes what was only looked at: each read opens the file and closes it. */
  async function openForEachRead(path: string): Promise<AudioFile> {
    async function reading<Result>(read: (file: AudioFile) => Promise<Result>): Promise<Result> {
      const file = await files.openExisting(path, 'read')
      return read(file ?? emptyFile).finally(() => file?.close())
    }
    return {
      ...emptyFile,
      read: (length, position) => reading((file) => file.read(length, position)),
      size: () => reading((file) => file.size()),
    }
  }

  function open(location: AudioLocation, writable: boolean, isNew = false) {
    const { recordingId } = location
    const opening =
      opened.get(recordingId) ??
      (closing.get(recordingId) ?? Promise.resolve()).then(() =>
        openFiles(location, writable, { isNew }),
      )
    opened.set(recordingId, opening)
    return opening.then(
      ({ audio }) => audio,
      (error: unknown) => {
        if (opened.get(recordingId) === opening) opened.delete(recordingId)
        throw isFileError(error) ? storageError(error) : error
      },
    )
  }

  function release(recordingId: string): Promise<void> {
    const opening = opened.get(recordingId)
    if (!opening) return closing.get(recordingId) ?? Promise.resolve()
    opened.delete(recordingId)
    const closed = opening.then(closeFiles)
    const ended: Promise<void> = closed.catch(ignore).finally(() => {
      if (closing.get(recordingId) === ended) closing.delete(recordingId)
    })
    closing.set(recordingId, ended)
    return closed
  }

  async function closeFiles({ targets, audio }: Opened): Promise<void> {
    await audio.settled()
    for (const target of targets) {
      await checkpoint.leave(target)
      await target.file.close()
    }
  }

  return {
    open: (location, isNew) => open(location, true, isNew),
    openFinished: (location) => open(location, false),
    peek: async (location) =>
      (await openFiles(location, false, { openToRead: openForEachRead })).audio,
    release,
    async remove(location) {
      await release(location.recordingId)
      await files.remove(directoryOf(audioDir, location))
    },
    async emptyJournal() {
      for (;;) {
        await queue.drained()
        const emptied = checkpoint.now()
        if (emptied) return emptied
        await new Promise((resolve) => setTimeout(resolve, gatherMs))
      }
    },
    async close() {
      await queue.drained()
      for (const recordingId of [...opened.keys()]) await release(recordingId)
      await checkpoint.close()
      await journal.close()
    },
  }
}

/** The folder of one recording's files. */
export function directoryOf(
  audioDir: string,
  { consultationId, recordingId }: Pick<AudioLocation, 'consultationId' | 'recordingId'>,
): string {
  return join(audioDir, consultationId, recordingId)
}

export function channelPath(directory: string, channel: number): string {
  return join(directory, `${channel}.svc`)
}

interface Opened {
  targets: CommitTarget[]
  audio: RecordingAudio
}

function recordingAudio(
  targets: CommitTarget[],
  queue: ReturnType<typeof commitQueue>,
): RecordingAudio {
  const pending = new Set<Promise<void>>()
  const fileOf = (channel: number): ChannelFile => {
    const target = targets[channel]
    if (!target) throw new RangeError(`no channel ${channel}`)
    return target.file
  }

  return {
    next: (channel) => fileOf(channel).next(),
    durable: (channel) => fileOf(channel).durable(),
    facts: (channel, sequence) => fileOf(channel).facts(sequence),
    append(frame) {
      const target = targets[frame.channel]
      if (!target) throw new RangeError(`no channel ${frame.channel}`)
      const committed = queue.commit(target, target.file.prepare(frame))
      const tracked = committed.catch(ignore).finally(() => pending.delete(tracked))
      pending.add(tracked)
      return committed
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
    summary: async () => targets.map(({ file }) => file.summary()),
    read: (channel, from, to) => fileOf(channel).read(from, to),
  }
}

/** Stands for files that were removed: a finished recording whose sound is gone holds nothing. */
const emptyFile: AudioFile = {
  write: () => Promise.reject(new Error('no file')),
  read: async () => Buffer.alloc(0),
  truncate: async () => {},
  sync: async () => {},
  size: async () => 0,
  close: async () => {},
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function ignore() {}
