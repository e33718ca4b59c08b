/**
 * Files on their way to the box, and those that are there (spec §3.3, SPEC-GAPS 1.12, 2.7). Three
 * at once, the others wait. A file that is handed over ends with exactly one success or error
 * event, and so does every later try with it.
 */
import type { ServerMessage } from '../../core/contract/channel.ts'
import type { FileInfo } from '../../core/contract/files.ts'
import type { Publish } from '../host/message-bus.ts'
import { type UploadLimits, USUAL_LIMITS } from '../services/upload-checks.ts'
import type { UploadClient } from '../services/upload-client.ts'
import { UploadFault } from '../services/upload-fault.ts'
import type { RetryDeps } from '../services/upload-retries.ts'
import { type FileTexts, type FileThumbnails, fileTexts, fileThumbnails } from './file-previews.ts'
import {
  handedOver,
  heldByBox,
  isUnderWay,
  stateOf,
  type UploadItem,
  type WorkItem,
} from './upload-item.ts'
import { readingWatch } from './upload-reading.ts'
import { type RunEnd, uploadRuns } from './upload-runs.ts'

export interface Uploads {
  /** In the order they came. */
  readonly items: readonly UploadItem[]
  readonly limits: UploadLimits
  /** Files that are not ready yet. */
  readonly pending: number
  /** Bytes would be lost if the page were left now. */
  readonly isSending: boolean
  /** Something to write a document from. */
  readonly hasText: boolean
  readonly texts: FileTexts
  readonly thumbnails: FileThumbnails
  /** Files are held over the panel. */
  isDragging: boolean
  load(): Promise<void>
  /** Files that the doctor chose or the host handed over; how each ends is told by events. */
  add(files: readonly File[], source: 'user' | 'host'): void
  find(fileId: string): UploadItem | undefined
  /**
   * Opens what was read from the file where a value came from; `page` from 1, null for the only
   * one.
   */
  showText(fileId: string, page: number | null, start: number, end: number): void
  cancel(item: UploadItem): void
  retry(item: UploadItem): void
  /** @throws {ApiError} */
  remove(item: UploadItem): Promise<void>
  onServerMessage(message: ServerMessage): void
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
  /** Ends what is under way, with its event. */
  stop(): void
}

interface Deps {
  client: UploadClient
  ehrId(): string
  isLive(): boolean
  retries: RetryDeps
  newId(): string
  publish: Publish
  /** In the doctor's words. */
  messageOf(fault: UploadFault, sizeBytes: number): string
  /** The option `includeUploadStartedContent` (spec §4.3). */
  includeContent: boolean
  onReady(item: UploadItem): void
  onFailed(item: UploadItem, message: string): void
  onDuplicate(item: UploadItem): void
  onShowText(): void
  changed(): void
}

/** Spec §8: at once, and in one call of `uploadFiles`. */
const AT_ONCE = 3

export function uploads(deps: Deps): Uploads {
  const { client, publish, messageOf, changed } = deps
  let items: WorkItem[] = []
  let limits = USUAL_LIMITS
  let stopped = false
  const texts = fileTexts(deps)
  const thumbnails = fileThumbnails(deps)
  const withId = (fileId: string) => items.find(({ info }) => info?.id === fileId)
  const watch = readingWatch({
    ...deps.retries,
    find: client.find,
    isLive: deps.isLive,
    known: (fileId) => withId(fileId)?.info,
  })
  const runs = uploadRuns({
    ...deps,
    watch,
    limits: () => limits,
    items: () => items,
    onEnd: finish,
  })

  function startNext() {
    while (!stopped && items.filter(({ run }) => run).length < AT_ONCE) {
      const next = items.find(({ state }) => state === 'queued')
      if (!next) break
      runs.start(next)
    }
    changed()
  }

  /** Once per run, whatever still comes of it. */
  function finish(item: WorkItem, run: AbortController, { info, fault }: RunEnd) {
    if (item.run !== run) return
    Object.assign(item, { run: undefined, waiting: false, sha256: undefined })
    if (info) succeed(item, info)
    else if (fault) fail(item, fault)
    startNext()
  }

  function succeed(item: WorkItem, info: FileInfo) {
    const { name: fileName, source } = item
    // Another window may have sent the same content meanwhile: the host knows it by the id that it
    // was told.
    const fileId = item.info?.id ?? info.id
    const known = withId(info.id)
    if (known && known !== item) {
      drop(item)
      known.info = info
      if (!known.run) known.state = stateOf(info)
      deps.onDuplicate(item)
    } else {
      Object.assign(item, { info, state: 'ready', fault: undefined, file: undefined })
      deps.onReady(item)
    }
    publish('svc.plugin.file.upload.success', { fileId, fileName, source })
  }

  function fail(item: WorkItem, fault: UploadFault) {
    Object.assign(item, { state: 'failed', fault })
    const { name: fileName, source } = item
    const message = messageOf(fault, item.sizeBytes)
    publish('svc.plugin.file.upload.error', {
      fileId: item.info?.id ?? null,
      fileName,
      source,
      error: { code: fault.code, message },
    })
    deps.onFailed(item, message)
    changed()
  }

  function end(item: WorkItem, fault: UploadFault) {
    const { run } = item
    Object.assign(item, { run: undefined, waiting: false, sha256: undefined })
    run?.abort(fault)
    fail(item, fault)
  }

  function drop(item: WorkItem) {
    items = items.filter((other) => other !== item)
  }

  function own(item: UploadItem): WorkItem {
    const found = items.find(({ key }) => key === item.key)
    if (!found) throw new Error('uploads: not in the list')
    return found
  }

  /** What the box says of a file of whatever origin. */
  function take(info: FileInfo) {
    const item = withId(info.id)
    if (!item && info.state === 'waiting') return
    const fault = info.state === 'failed' ? faultOf(info) : undefined
    if (!item) items.push(heldByBox(info, fault))
    else if (item.run) item.info = info
    else Object.assign(item, { info, fault, state: stateOf(info) })
    watch.onChanged(info)
  }

  async function load() {
    const body = await client.list(deps.ehrId())
    limits = body.limits
    const held = new Set(body.files.map(({ id }) => id))
    const isGone = ({ info, run }: WorkItem) =>
      info !== undefined && !run && info.state !== 'waiting' && !held.has(info.id)
    items = items.filter((item) => !isGone(item))
    for (const file of body.files) take(file)
    changed()
  }

  return {
    get items() {
      return items
    },
    get limits() {
      return limits
    },
    get pending() {
      return items.filter((item) => isUnderWay(item) || item.state === 'processing').length
    },
    get isSending() {
      return items.some((item) => isUnderWay(item) && item.state !== 'processing')
    },
    get hasText() {
      return items.some(({ state, info }) => state === 'ready' && (info?.text_length ?? 0) > 0)
    },
    texts,
    thumbnails,
    isDragging: false,
    load,
    add(files, source) {
      if (stopped) return
      const added = files.map((file) => handedOver(deps.newId(), file, source))
      items.push(...added)
      const tooMany = source === 'host' ? added.slice(AT_ONCE) : []
      for (const item of tooMany)
        fail(item, new UploadFault('TOO_MANY_FILES', { detail: 'threeAtOnce' }))
      startNext()
    },
    find: withId,
    showText(fileId, page, start, end) {
      texts.open({ fileId, page: page ?? 1, start, end })
      deps.onShowText()
    },
    cancel(shown) {
      const item = own(shown)
      if (!isUnderWay(item)) return
      const { info } = item
      end(item, new UploadFault('UPLOAD_CANCELED'))
      item.info = undefined
      // What the box may have of it is of no use to anybody.
      if (info) client.remove(info.id).catch(() => {})
      startNext()
    },
    retry(shown) {
      const item = own(shown)
      if (item.state !== 'failed') return
      if (item.info?.state === 'failed')
        item.info = { ...item.info, state: 'processing', error: null }
      else if (item.file) item.info = undefined
      else return
      Object.assign(item, { state: 'queued', fault: undefined })
      startNext()
    },
    async remove(shown) {
      const item = own(shown)
      const { info } = item
      if (info && info.state !== 'waiting') await client.remove(info.id)
      if (info) thumbnails.forget(info.id)
      drop(item)
      changed()
    },
    onServerMessage(message) {
      // After a time without news, whatever was missed is read anew.
      if (message.type === 'welcome') load().catch(() => {})
      else if (message.type === 'file.changed') take(message.file)
      else if (message.type === 'file.removed') {
        watch.onRemoved(message.file_id)
        const item = withId(message.file_id)
        if (item && !item.run) drop(item)
      } else return
      changed()
    },
    async settled() {
      for (;;) {
        const item = items.find(({ run }) => run)
        if (!item) return
        await item.done
      }
    },
    stop() {
      stopped = true
      thumbnails.stop()
      for (const item of items.filter(isUnderWay)) {
        const isReceived = item.state === 'processing'
        const left = new UploadFault('PROCESSING_TIMEOUT', { detail: 'receivedOnly' })
        end(item, isReceived ? left : new UploadFault('UPLOAD_CANCELED'))
      }
    },
  }
}

function faultOf({ error }: FileInfo): UploadFault {
  return new UploadFault(error?.code ?? 'PROCESSING_FAILED')
}
