/**
 * Whether the data folder can be written, tried and not guessed: free room is not told of quotas,
 * and a disk may turn read-only by itself. Tried when somebody asks, at most once a second.
 */
import { randomUUID } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadinessCheck } from '../api/pages/health.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Log } from '../core/log.ts'

export interface StorageWatch {
  check: ReadinessCheck
  /** The folder whose disk takes nothing, and why, as a code; null: all can be written. */
  fault(): Promise<StorageFault | null>
  /** For want of room, or of a quota. */
  isFull(): Promise<boolean>
}

export interface StorageFault {
  folder: string
  code: string
}

/** As much as a small commit and an entry of the audit trail take. */
const TRIED = new Uint8Array(64 * 1024)
const KEPT_MS = 1000

interface Deps {
  log: Log
  /** Something found no room on the disk of the data. @returns whether it may find some now */
  makeRoom(): Promise<boolean>
}

export function storageWatch(dataDir: string, { log, makeRoom }: Deps): StorageWatch {
  let looked: { at: number; found: Promise<StorageFault | null> } | undefined
  let told: string | null = null

  async function look(): Promise<StorageFault | null> {
    const { root, audio, files, audit } = dataFolder(dataDir)
    const disks = new Set<number>()
    for (const folder of [root, audit, audio, files]) {
      const disk = await stat(folder).catch(() => null)
      // A folder that is not there yet is made when it is needed, on the disk of the one above.
      if (!disk || disks.has(disk.dev)) continue
      disks.add(disk.dev)
      let code = await refusalOf(folder)
      if (folder === root && isFull(code) && (await makeRoom())) code = await refusalOf(folder)
      if (code) return { folder, code }
    }
    return null
  }

  function tell(fault: StorageFault | null): StorageFault | null {
    const now = fault && `${fault.folder} ${fault.code}`
    if (fault && now !== told) log.error('storage.not_writable', { ...fault })
    if (!fault && told) log.info('storage.writable_again')
    told = now
    return fault
  }

  function fault(): Promise<StorageFault | null> {
    const at = performance.now()
    if (!looked || at - looked.at > KEPT_MS) looked = { at, found: look().then(tell) }
    return looked.found
  }

  return {
    fault,
    isFull: async () => isFull((await fault())?.code ?? null),
    check: { name: 'storage', required: true, isReady: async () => (await fault()) === null },
  }
}

function isFull(code: string | null): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT'
}

async function refusalOf(folder: string): Promise<string | null> {
  const path = join(folder, `.room-${randomUUID()}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.write(TRIED)
      await file.datasync()
    } finally {
      await file.close()
    }
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}
