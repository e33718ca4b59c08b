import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLock } from '../ai-local/model-files/file-lock.ts'
import { AppError } from '../core/errors.ts'
import { writeDurably } from '../models/durable-file.ts'

const LOOK_MS = 100
/** A write takes milliseconds; whoever holds the file this long hangs. */
const PATIENCE_MS = 30_000
const TOLD_AFTER_MS = 1000

interface Rewriting {
  path: string
  /** Undefined when there is no such file. */
  read(path: string): string | undefined
  /** What it throws leaves the file as it was. */
  edit(text: string | undefined): string
  now: () => Date
  signal: AbortSignal
  /** Once, when it takes longer than a moment. */
  onWait(): void
}

/**
 * A file that several programs change, by one of them at a time: each edits what the one before has
 * left, so that no change is lost, and who reads meanwhile finds the old text or the new one,
 * whole.
 * @throws {AppError} `settings_busy`; `signal.reason` when aborted
 */
export async function rewriteFile(rewriting: Rewriting): Promise<void> {
  const { path, read, edit } = rewriting
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await using _lock = await waitForLock(rewriting)
  const text = edit(read(path))
  await writeDurably(path, text)
}

async function waitForLock({ path, now, signal, onWait }: Rewriting): Promise<AsyncDisposable> {
  const begunAt = performance.now()
  let isTold = false
  for (;;) {
    const lock = await findLock(`${path}.lock`, now)
    if (lock) return lock
    const waitedMs = performance.now() - begunAt
    if (waitedMs > PATIENCE_MS)
      throw new AppError(
        'busy',
        'settings_busy',
        `Another svcctl has been writing ${path} for half a minute. Nothing was changed: look for one that hangs, then try again.`,
      )
    if (waitedMs > TOLD_AFTER_MS && !isTold) {
      isTold = true
      onWait()
    }
    await sleep(LOOK_MS, undefined, { signal })
  }
}
