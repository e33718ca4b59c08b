import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import type { ConsultationFeed } from '../consultation/feed.ts'
import type { FileInfo } from '../contract/files.ts'
import type { RequireOpen } from '../drain/drain.ts'
import type { ShareOf } from '../engine/fair-shares.ts'
import { notFound } from '../errors.ts'
import { presentUse } from '../input-use/input-use.ts'
import type { Log } from '../log.ts'
import type { RequireQuota, RequireRoom } from '../storage-room.ts'
import type { RefuseWhileHeld } from '../vault/hold.ts'
import { type AnnounceFile, announceFile } from './announce-file.ts'
import type { FileRecord } from './file.ts'
import type { FileLimits } from './limits.ts'
import type { ContentKeys, FileContents, FileQueue, FileStore, ReadFile } from './ports.ts'
import { processFiles } from './process-files.ts'
import { type ReceiveFile, receiveFile } from './receive-file.ts'
import { mayBeRetried, refusal, refusalMessage } from './refusals.ts'

/** As the wire has it, in answers and in news. */
function presentFile(file: FileRecord, limits: FileLimits): FileInfo {
  const { failure } = file
  return {
    id: file.id,
    name: file.name,
    type: file.type,
    size_bytes: file.sizeBytes,
    source: file.source,
    state: file.state,
    pages: file.pages,
    text_length: file.textLength,
    text_from: file.textFrom,
    has_thumbnail: file.hasThumbnail,
    use: file.use && presentUse(file.use),
    error: failure && { code: failure, message: refusalMessage(failure, limits) },
    created_at: file.createdAt.toISOString(),
  }
}

export interface FileDeps {
  files: FileStore
  queue: FileQueue
  contents: FileContents
  keys: ContentKeys
  readFile: ReadFile
  shareOf?: ShareOf | undefined
  /** Whether the disk takes new files. */
  requireRoom?: RequireRoom | undefined
  requireOpen?: RequireOpen | undefined
  /** Whether the organization may have more of them. */
  requireQuota?: RequireQuota | undefined
  openConsultation: OpenConsultation
  refuseWhileHeld: RefuseWhileHeld
  feed: Pick<ConsultationFeed, 'publish'>
  limits: FileLimits
  owner: string
  isOwnerGone(owner: string): boolean
  newId: () => string
  now: () => Date
  log: Log
}

export interface FileUseCases {
  limits: FileLimits
  announce: AnnounceFile
  receive: ReceiveFile
  present(file: FileRecord): FileInfo
  /** Oldest first, without those that still wait for their bytes. */
  list(consultationId: string): Promise<FileRecord[]>
  /** Another server changed one of them: reports all to those who watch here. */
  changedElsewhere(
    consultationId: string,
    watchers: Pick<ConsultationFeed, 'publish'>,
  ): Promise<void>
  /** The consultation is the gate to its files. @throws {AppError} `not_found` */
  open(principal: Principal, fileId: string): Promise<FileRecord>
  /** By page. @throws {AppError} `not_found` until it is ready */
  text(file: FileRecord): Promise<string[]>
  /** WebP. @throws {AppError} `not_found` when it has none */
  thumbnail(file: FileRecord): Promise<Uint8Array>
  /**
   * Reads a failed file again. @throws {AppError} the refusal itself where reading again would end
   * the same
   */
  retry(file: FileRecord): Promise<FileRecord>
  /** With its bytes, its text and its thumbnail. @throws {AppError} `legal_hold` */
  remove(file: FileRecord): Promise<void>
  /** Forgets announcements whose bytes never came. */
  forgetUnsent(): Promise<void>
  start(): Promise<void>
  /** There may be something to read. */
  wake(): void
  close(): Promise<void>
}

/**
 * Uploaded files of consultations, from their announcement to their removal (spec §1.6, SPEC-GAPS
 * 1.12).
 */
export function fileUseCases(deps: FileDeps): FileUseCases {
  const { files, contents, limits, openConsultation, refuseWhileHeld, feed, now, log } = deps
  const present = (file: FileRecord) => presentFile(file, limits)
  const tell = (file: FileRecord) =>
    feed.publish(file.consultationId, { type: 'file.changed', file: present(file) })
  const processing = processFiles({ ...deps, onChanged: tell })

  function queued(file: FileRecord) {
    tell(file)
    processing.wake()
  }

  async function retry(file: FileRecord): Promise<FileRecord> {
    const { failure } = file
    if (failure && !mayBeRetried(failure)) throw refusal(failure, limits)
    if (!(await files.requeue(file.id))) return file
    const again: FileRecord = { ...file, state: 'processing', failure: null }
    queued(again)
    return again
  }

  return {
    limits,
    present,
    retry,
    announce: announceFile({ ...deps, retry }),
    receive: receiveFile({
      ...deps,
      onReceived(file) {
        log.info('file.received', { fileId: file.id, sizeBytes: file.sizeBytes })
        queued(file)
      },
      onRefused(file) {
        log.info('file.refused', { fileId: file.id, code: file.failure })
        tell(file)
      },
    }),

    async changedElsewhere(consultationId, watchers) {
      for (const file of await files.list(consultationId))
        watchers.publish(consultationId, { type: 'file.changed', file: present(file) })
    },
    async list(consultationId) {
      const all = await files.list(consultationId)
      return all.filter(({ state }) => state !== 'waiting')
    },

    async open(principal, fileId) {
      const file = await files.find(fileId)
      if (!file) throw unknownFile()
      await openConsultation(principal, file.consultationId).catch(() => {
        throw unknownFile()
      })
      return file
    },

    async text(file) {
      const pages = file.state === 'ready' ? await files.text(file) : null
      if (!pages) throw notFound('O texto deste arquivo não está disponível.')
      return pages
    },

    async thumbnail(file) {
      const picture = await files.thumbnail(file)
      if (!picture) throw notFound('Este arquivo não tem miniatura.')
      return picture
    },

    async remove(file) {
      await refuseWhileHeld(file.consultationId)
      // The row first: whoever is reading it finds its lease gone and keeps nothing.
      if (!(await files.remove(file))) return
      processing.cancel(file.id)
      await contents.remove(file)
      log.info('file.removed', { fileId: file.id })
      feed.publish(file.consultationId, { type: 'file.removed', file_id: file.id })
    },

    async forgetUnsent() {
      for (const file of await files.removeUnsent(now())) await contents.remove(file)
    },

    start: processing.start,
    wake: processing.wake,
    close: processing.close,
  }
}

const unknownFile = () => notFound('Arquivo não encontrado.')
