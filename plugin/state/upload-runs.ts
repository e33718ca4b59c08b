/** One try with one file: takes it along its way, and keeps its line in the list true meanwhile. */
import type { FileInfo, UploadErrorCode } from '../../core/contract/files.ts'
import type { Publish } from '../host/message-bus.ts'
import { ApiError, frontRefusal } from '../services/api-client.ts'
import { type CheckedFile, checkFile, type UploadLimits } from '../services/upload-checks.ts'
import type { UploadClient } from '../services/upload-client.ts'
import { toUploadFault, UploadFault } from '../services/upload-fault.ts'
import { type RetryDeps, withRetries } from '../services/upload-retries.ts'
import type { WorkItem } from './upload-item.ts'
import type { ReadingWatch } from './upload-reading.ts'

/** The file, or why not. */
export type RunEnd =
  | { info: FileInfo; fault?: undefined }
  | { info?: undefined; fault: UploadFault }

interface Deps extends Omit<WayDeps, 'turnOf'> {
  items(): readonly WorkItem[]
  publish: Publish
  /** The option `includeUploadStartedContent` (spec §4.3). */
  includeContent: boolean
  onEnd(item: WorkItem, run: AbortController, end: RunEnd): void
  changed(): void
}

export function uploadRuns(deps: Deps): { start(item: WorkItem): void } {
  const { items, publish, onEnd, changed } = deps

  /**
   * Makes the second of two equal files wait for the first, so that it meets a file that is there.
   */
  async function turnOf(item: WorkItem, sha256: string) {
    for (;;) {
      const first = items().find((other) => other.run && other.sha256 === sha256)
      if (!first) break
      await first.done
    }
    item.sha256 = sha256
  }

  function steps(item: WorkItem, run: AbortController): WaySteps {
    const unlessOver = <Args extends unknown[]>(work: (...args: Args) => void) => {
      return (...args: Args) => {
        if (item.run !== run) return
        work(...args)
        changed()
      }
    }
    return {
      onAnnounced: unlessOver((info) => {
        Object.assign(item, { info, state: 'uploading' })
        const { name: fileName, source } = item
        const content = deps.includeContent ? (item.file ?? null) : null
        publish('svc.plugin.file.upload.started', { fileId: info.id, fileName, source, content })
      }),
      onProgress: unlessOver((progress) => Object.assign(item, { progress })),
      onReceived: unlessOver((info) => {
        const known = items().find((other) => other.info?.id === info.id)
        // News may have been faster than this answer.
        if (!known) item.info ??= info
        else if (known.info?.state === 'waiting') known.info = info
        item.state = 'processing'
      }),
      onWaiting: unlessOver((waiting) => Object.assign(item, { waiting })),
    }
  }

  function bring(item: WorkItem, run: AbortController): Promise<FileInfo> {
    const { file, source } = item
    if (!file) throw new Error('uploads: nothing to send')
    const way = { ...deps, turnOf: (sha256: string) => turnOf(item, sha256) }
    return bringFile(way, { file, source, signal: run.signal }, steps(item, run))
  }

  return {
    start(item) {
      const run = new AbortController()
      const held = item.info
      Object.assign(item, { run, state: held ? 'processing' : 'checking', progress: 0 })
      const work = held ? readAgain(deps, held.id, run.signal, steps(item, run)) : bring(item, run)
      item.done = work.then(
        (info) => onEnd(item, run, { info }),
        (fault: UploadFault) => onEnd(item, run, { fault }),
      )
    },
  }
}

interface WayDeps {
  client: UploadClient
  ehrId(): string
  limits(): UploadLimits
  /** Resolves once no other file of the same content is on its way. */
  turnOf(sha256: string): Promise<void>
  watch: ReadingWatch
  retries: RetryDeps
}

interface WaySteps {
  /** Will be sent, or is there already. */
  onAnnounced(file: FileInfo): void
  /** 0 to 1. */
  onProgress(fraction: number): void
  /** Its bytes are in the box, now or from an earlier time. */
  onReceived(file: FileInfo): void
  /** The network is away, or back. */
  onWaiting(waiting: boolean): void
}

/**
 * One file's way to the box (spec §3.3): checked → announced → started → sent → read. Failures come
 * out as {@link UploadFault}; what the network takes away for a while is done again. Nothing here
 * publishes: the caller tells the host.
 * @returns the file once it can be used. @throws {UploadFault}
 */
async function bringFile(
  deps: WayDeps,
  { file, source, signal }: { file: File; source: 'user' | 'host'; signal: AbortSignal },
  steps: WaySteps,
): Promise<FileInfo> {
  try {
    const checked = await checkFile(file, deps.limits())
    if (checked.sha256) await deps.turnOf(checked.sha256)
    signal.throwIfAborted()
    const received = await deliver(deps, checked, source, signal, steps)
    signal.throwIfAborted()
    steps.onReceived(received)
    return await deps.watch.untilRead(received, signal, steps.onWaiting)
  } catch (error) {
    throw faultOf(error, signal)
  }
}

/** A file that the box has and could not read: it tries once more. @throws {UploadFault} */
async function readAgain(
  { client, watch }: Pick<WayDeps, 'client' | 'watch'>,
  fileId: string,
  signal: AbortSignal,
  steps: WaySteps,
): Promise<FileInfo> {
  try {
    const file = await client.retry(fileId)
    signal.throwIfAborted()
    steps.onAnnounced(file)
    steps.onReceived(file)
    return await watch.untilRead(file, signal, steps.onWaiting)
  } catch (error) {
    throw faultOf(error, signal, 'PROCESSING_FAILED')
  }
}

async function deliver(
  { client, ehrId, retries }: WayDeps,
  { name, content, sha256 }: CheckedFile,
  source: 'user' | 'host',
  signal: AbortSignal,
  { onWaiting, onAnnounced, onProgress }: WaySteps,
): Promise<FileInfo> {
  const patiently = { signal, onWaiting }
  const body = { name, size_bytes: content.size, source, ...(sha256 ? { sha256 } : {}) }
  const { file, upload } = await withRetries(retries, patiently, () =>
    client.announce(ehrId(), body),
  ).catch((error) => {
    throw faultOf(error, signal, 'SIGNED_URL_FAILED')
  })
  if (signal.aborted) {
    if (upload) client.remove(file.id).catch(() => {})
    throw signal.reason
  }
  onAnnounced(file)
  // This content is there already: said as begun and ended, so that a host finds an end for each
  // beginning.
  if (!upload) return file
  const refusal = frontRefusal(content.size)
  return withRetries(retries, patiently, async () => {
    onProgress(0)
    try {
      return await client.send(upload.url, content, { signal, onProgress })
    } catch (error) {
      // An address works once. Where an answer was lost, this try, or the browser's own second one,
      // comes to a used one.
      const there = isUsedAddress(error) ? await client.find(file.id) : undefined
      if (there && there.state !== 'waiting') return there
      if ((await refusal.judge(error, () => client.find(file.id))) === 'yes')
        throw new UploadFault('FILE_TOO_LARGE', { detail: 'refusedInFront' })
      throw error
    }
  })
}

function isUsedAddress(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'signed_url_failed'
}

function faultOf(
  error: unknown,
  signal: AbortSignal,
  otherwise: UploadErrorCode = 'UPLOAD_FAILED',
): UploadFault {
  return signal.aborted ? new UploadFault('UPLOAD_CANCELED') : toUploadFault(error, otherwise)
}
