import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/settings.ts'
import type { FileSystem, PathFacts } from '../../core/doctor/check.ts'
import { askServer, isWhereSet } from '../ask-server.ts'

/** What is at a path; null when nothing is. */
export async function pathFacts(path: string): Promise<PathFacts | null> {
  const about = await stat(path).catch(() => null)
  if (!about) return null
  const [unwritable, unreadable] = await Promise.all(
    [constants.W_OK, constants.R_OK].map((right) =>
      access(path, right).then(
        () => null,
        ({ code }: NodeJS.ErrnoException) => code ?? 'unknown',
      ),
    ),
  )
  return {
    kind: about.isDirectory() ? 'folder' : about.isFile() ? 'file' : 'other',
    mode: about.mode & 0o777,
    sizeBytes: about.size,
    modifiedAt: about.mtime,
    writable: unwritable === null,
    readable: unreadable === null,
    diskReadOnly: unwritable === 'EROFS',
    isOwn: about.uid === process.getuid?.(),
  }
}

/** Free bytes of the disk that a path lies, or would lie, on. */
export async function freeBytesOf(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    return freeBytesOf(parent)
  }
}

/** Of the same disk; null where files are not counted. */
export async function freeFilesOf(path: string): Promise<number | null> {
  const space = await statfs(path).catch(() => null)
  return space && space.files > 0 ? space.ffree : null
}

/** By the numbers that Linux gives them (statfs). */
const FILE_SYSTEMS: Readonly<Record<number, FileSystem>> = {
  16914836: 'memory',
  2240043254: 'memory',
  2035054128: 'layer',
  26985: 'network',
  4283649346: 'network',
  4266872130: 'network',
}

export async function fileSystemOf(path: string): Promise<FileSystem | null> {
  const about = await statfs(path).catch(() => null)
  return (about && FILE_SYSTEMS[about.type >>> 0]) ?? null
}

const WRITES = 12
const BLOCK = new Uint8Array(4096)

/**
 * Of small writes that are waited for until they are on the disk, in ms: what every acknowledgement
 * of sound costs.
 */
export async function durableWriteMs(folder: string): Promise<number> {
  const path = join(folder, `.doctor-${process.pid}`)
  const file = await open(path, 'w', 0o600)
  try {
    return await unhinderedMs(WRITES, async () => {
      await file.write(BLOCK)
      await file.datasync()
    })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

const ROUNDS = 3
const QUICK_MS = 50
const PAUSE_MS = 300

/**
 * What a thing takes that waits for the disk, in ms, as told of the disk and not of who else uses
 * it now: the lower quartile of some times, and the least of three rounds where that is not quick.
 * A disk that is slow is slow every time.
 */
export async function unhinderedMs(
  times: number,
  once: () => Promise<unknown>,
  nowMs = () => performance.now(),
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > QUICK_MS; round++) {
    if (round > 0) await sleep(PAUSE_MS)
    const took: number[] = []
    for (let time = 0; time < times; time++) {
      const began = nowMs()
      await once()
      took.push(nowMs() - began)
    }
    least = Math.min(least, took.sort((a, b) => a - b)[Math.floor(times / 4)] ?? 0)
  }
  return least
}

export async function missingOf(folder: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(files.map((file) => pathFacts(join(folder, file))))
  return files.filter((_, index) => !found[index])
}

/** Who answers where this service would listen. */
export async function portUser(
  config: Config,
): Promise<'nobody' | 'us' | 'us-elsewhere' | 'somebody' | 'elsewhere'> {
  if (config.port === 0) return 'nobody'
  const { url, answer } = await askServer(config)
  if (answer !== null && typeof answer === 'object' && 'status' in answer)
    return isWhereSet({ url }, config) ? 'us' : 'us-elsewhere'
  if (!isOwnAddress(config.host)) return 'elsewhere'
  const { hostname, port } = new URL(url)
  return (await connects(hostname.replace(/[[\]]/g, ''), Number(port))) ? 'somebody' : 'nobody'
}

const ANY = new Set(['0.0.0.0', '::'])

/** Names are left to whoever resolves them. */
function isOwnAddress(host: string): boolean {
  if (isIP(host) === 0 || ANY.has(host) || host === '::1' || host.startsWith('127.')) return true
  const [address] = host.split('%')
  return Object.values(networkInterfaces()).some((cards) =>
    cards?.some((card) => card.address === address),
  )
}

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const tell = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => tell(true))
    socket.once('timeout', () => tell(false))
    socket.once('error', () => tell(false))
  })
}
