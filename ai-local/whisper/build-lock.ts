import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 500
/** A folder without a name in it is one whose maker died between two steps. */
const NAMELESS_MS = 10_000

/**
 * Holds a folder as a lock between processes of this machine, for as long as `work` runs. Waits for another
 * holder that lives; takes over from one that died.
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
  await writeFile(join(folder, 'pid'), String(process.pid))
  return true
}

async function isAbandoned(folder: string): Promise<boolean> {
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''))
  if (pid > 0) return !isRunning(pid)
  const made = await stat(folder).catch(() => null)
  return made !== null && Date.now() - made.mtimeMs > NAMELESS_MS
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
