/**
 * Waits until the box has read a file. News on the recording channel says so; while there is no
 * channel, and now and then beside it, the box is asked.
 */
import type { FileInfo } from '../../core/contract/files.ts'
import { ApiError } from '../services/api-client.ts'
import { UploadFault } from '../services/upload-fault.ts'
import { type RetryDeps, withRetries } from '../services/upload-retries.ts'

export interface ReadingWatch {
  /**
   * @throws {UploadFault} what the box says of it, `PROCESSING_TIMEOUT`, or `UPLOAD_CANCELED` when
   * it was removed elsewhere
   */
  untilRead(
    file: FileInfo,
    signal: AbortSignal,
    onWaiting: (waiting: boolean) => void,
  ): Promise<FileInfo>
  onChanged(file: FileInfo): void
  onRemoved(fileId: string): void
}

interface Deps extends RetryDeps {
  find(fileId: string): Promise<FileInfo>
  /** News arrives at the moment. */
  isLive(): boolean
  /** What is known of it by now: news may come before anybody waits for it. */
  known(fileId: string): FileInfo | undefined
}

const ASK_MS = 2000
const ASK_BESIDE_NEWS_MS = 15_000
const GIVE_UP_AFTER_MS = 10 * 60_000

export function readingWatch(deps: Deps): ReadingWatch {
  const { find, isLive, known, now, pause } = deps
  const waiting = new Map<string, { settle(file: FileInfo): void; gone(): void }>()

  async function ask(file: FileInfo, signal: AbortSignal, onWaiting: (w: boolean) => void) {
    const since = now()
    let askedAt = since
    for (;;) {
      await pause(ASK_MS, signal)
      if (now() - since > GIVE_UP_AFTER_MS) throw new UploadFault('PROCESSING_TIMEOUT')
      if (isLive() && now() - askedAt < ASK_BESIDE_NEWS_MS) continue
      askedAt = now()
      const found = await withRetries(deps, { signal, onWaiting }, () => find(file.id)).catch(
        (error) => {
          throw error instanceof ApiError && error.status === 404 ? removed() : error
        },
      )
      if (isSettled(found)) return found
    }
  }

  return {
    async untilRead(file, signal, onWaiting) {
      const latest = known(file.id)
      if (isSettled(file)) return readable(file)
      if (latest && isSettled(latest)) return readable(latest)
      const asking = new AbortController()
      const stop = () => asking.abort(signal.reason)
      signal.addEventListener('abort', stop)
      const told = new Promise<FileInfo>((resolve, reject) => {
        waiting.set(file.id, { settle: resolve, gone: () => reject(removed()) })
      })
      try {
        signal.throwIfAborted()
        return readable(await Promise.race([told, ask(file, asking.signal, onWaiting)]))
      } finally {
        waiting.delete(file.id)
        signal.removeEventListener('abort', stop)
        asking.abort()
      }
    },
    onChanged(file) {
      if (isSettled(file)) waiting.get(file.id)?.settle(file)
    },
    onRemoved: (fileId) => waiting.get(fileId)?.gone(),
  }
}

function isSettled({ state }: FileInfo): boolean {
  return state === 'ready' || state === 'failed'
}

function readable(file: FileInfo): FileInfo {
  if (file.state === 'failed') throw new UploadFault(file.error?.code ?? 'PROCESSING_FAILED')
  return file
}

function removed(): UploadFault {
  return new UploadFault('UPLOAD_CANCELED')
}
