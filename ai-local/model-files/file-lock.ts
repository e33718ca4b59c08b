/**
 * One program at a time on one file. The lock is a file that its holder touches; one that has not
 * been touched for a while was left by a program that died, and is taken over. Process numbers
 * alone would not do, since every container has its own; where the lock says that it was taken in
 * the same one, a holder that is gone is known at once.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { AppError } from '../../core/errors.ts'

const TOUCH_MS = 2000
const STALE_MS = 15_000

/**
 * @param doing what the holder does, in words
 * @throws {AppError} `model_busy`
 */
export async function lockFile(
  path: string,
  now: () => Date,
  doing = 'fetching this model',
): Promise<AsyncDisposable> {
  const lock = await findLock(path, now)
  if (lock) return lock
  throw new AppError(
    'busy',
    'model_busy',
    `Another svcctl is ${doing} right now. Wait for it to end; if it was killed, try again in 15 seconds.`,
  )
}

/** @returns null while somebody else holds it */
export async function findLock(path: string, now: () => Date): Promise<AsyncDisposable | null> {
  if (!(await take(path))) {
    const age = await ageMs(path, now)
    if (age !== null && age < STALE_MS && !(await isHolderGone(path))) return null
    await rm(path, { force: true })
    if (!(await take(path))) return null
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
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${process.pid} ${where()}`).finally(() => file.close())
    } catch (error) {
      // On a full disk: it would keep others out for as long as it takes to be stale.
      await rm(path, { force: true })
      throw error
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** True only where it is certain. */
async function isHolderGone(path: string): Promise<boolean> {
  const [pid, ...place] = (await readFile(path, 'utf8').catch(() => '')).split(' ')
  if (!pid || place.join(' ') === '' || place.join(' ') !== where()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/**
 * This start of this machine, and the container's own numbering of processes; empty where the
 * system does not tell.
 */
function where(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

async function ageMs(path: string, now: () => Date): Promise<number | null> {
  try {
    return now().getTime() - (await stat(path)).mtimeMs
  } catch {
    return null
  }
}
