/** One try with one file: takes it along its way, and keeps its line in the list true meanwhile. */
import type { FileInfo } from '../../core/contract/files.ts'
import type { Publish } from '../host/message-bus.ts'
import type { UploadFault } from '../services/upload-fault.ts'
import type { WorkItem } from './upload-item.ts'
import { bringFile, readAgain, type WayDeps, type WaySteps } from './upload-way.ts'

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
