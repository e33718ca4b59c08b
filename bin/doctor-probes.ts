import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { PathFacts } from '../core/doctor/check.ts'
import { askServer } from './ask-server.ts'

/** What is at a path; null when nothing is. */
export async function pathFacts(path: string): Promise<PathFacts | null> {
  const about = await stat(path).catch(() => null)
  if (!about) return null
  const writable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
  return {
    kind: about.isDirectory() ? 'folder' : about.isFile() ? 'file' : 'other',
    mode: about.mode & 0o777,
    sizeBytes: about.size,
    modifiedAt: about.mtime,
    writable,
    isOwn: about.uid === process.getuid?.(),
  }
}

/** Of the disk a path lies, or would lie, on. */
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

const WRITES = 9
const BLOCK = new Uint8Array(4096)

/** Median of small writes that were waited for until they were on the disk, in ms: what every acknowledgement of sound costs. */
export async function durableWriteMs(folder: string): Promise<number> {
  const path = join(folder, `.doctor-${process.pid}`)
  const file = await open(path, 'w', 0o600)
  try {
    const times: number[] = []
    for (let write = 0; write < WRITES; write++) {
      const started = performance.now()
      await file.write(BLOCK)
      await file.datasync()
      times.push(performance.now() - started)
    }
    return times.sort((a, b) => a - b)[Math.floor(WRITES / 2)] ?? 0
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

export async function missingOf(folder: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(files.map((file) => pathFacts(join(folder, file))))
  return files.filter((_, index) => !found[index])
}

/** Who answers where this service would listen. */
export async function portUser(config: Config): Promise<'nobody' | 'us' | 'somebody'> {
  if (config.port === 0) return 'nobody'
  const { url, answer } = await askServer(config)
  if (answer !== null && typeof answer === 'object' && 'status' in answer) return 'us'
  const { hostname, port } = new URL(url)
  return (await connects(hostname.replace(/[[\]]/g, ''), Number(port))) ? 'somebody' : 'nobody'
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
