/**
 * One program at a time on one file. The lock is a file that its holder touches; one that has not been touched for a while
 * was left by a program that died, and is taken over. Process numbers would not do: every container has its own.
 */
import { open, rm, stat, utimes } from 'node:fs/promises'
import { AppError } from '../../core/errors.ts'

const TOUCH_MS = 2000
const STALE_MS = 15_000

/** @throws {AppError} `model_busy` */
export async function lockFile(path: string, now: () => Date): Promise<AsyncDisposable> {
  if (!(await take(path))) {
    const age = await ageMs(path, now)
    if (age !== null && age < STALE_MS) throw busy()
    await rm(path, { force: true })
    if (!(await take(path))) throw busy()
  }
  const touch = setInterval(() => {
    const at = now()
    // A folder that went away is noticed by the work itself.
    utimes(path, at, at).catch(() => {})
  }, TOUCH_MS)
  touch.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(touch)
      await rm(path, { force: true })
    },
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function ageMs(path: string, now: () => Date): Promise<number | null> {
  try {
    return now().getTime() - (await stat(path)).mtimeMs
  } catch {
    return null
  }
}

function busy(): AppError {
  return new AppError(
    'busy',
    'model_busy',
    'Another svcctl is fetching this model right now. Wait for it to end; if it was killed, try again in 15 seconds.',
  )
}
