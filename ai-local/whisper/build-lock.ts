import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 500
/** A folder without a name in it is one whose maker died between two steps. */
const NAMELESS_MS = 10_000

/**
 * Holds a folder as a lock between processes of this machine, for as long as `work` runs. Waits for
 * another holder that lives; takes over from one that died.
 */
export async function withBuildLock<T>(
  folder: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  while (!(await take(folder))) {
    signal.throwIfAborted()
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true })
    else await sleep(POLL_MS, undefined, { signal })
  }
  try {
    return await work()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function take(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  await writeFile(join(folder, 'pid'), `${process.pid} ${await beganAt(process.pid)}`)
  return true
}

/** Who holds it, for those who only look. null: nobody. */
export async function buildLockFacts(
  folder: string,
): Promise<{ heldMs: number; isAbandoned: boolean } | null> {
  const made = await stat(folder).catch(() => null)
  return made && { heldMs: Date.now() - made.mtimeMs, isAbandoned: await isAbandoned(folder) }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const holder = await readFile(join(folder, 'pid'), 'utf8').catch(() => '')
  const [pid = 0, began = 0] = holder.split(' ').map(Number)
  // A number is given again, in a container at every start: the one that has it now may have come
  // later.
  if (pid > 0) return !isRunning(pid) || (began > 0 && began !== (await beganAt(pid)))
  const made = await stat(folder).catch(() => null)
  return made !== null && Date.now() - made.mtimeMs > NAMELESS_MS
}

/** In ticks since the machine started; 0 where the system does not tell. */
async function beganAt(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Its name, in brackets, may hold anything; the 22nd field is the 20th behind it.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? 0)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
