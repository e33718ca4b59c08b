/**
 * Room that nothing new may take: with it, when the rest of the disk is full, records are read,
 * recordings end and the audit goes on.
 */
import { stat, statfs } from 'node:fs/promises'
import { dataFolder } from '../config/data-folder.ts'
import type { Log } from '../core/log.ts'
import { lowOnRoom, type RequireRoom } from '../core/storage-full.ts'

const KEPT_MS = 1000
const BYTES_PER_MIB = 1024 * 1024
/** Of a small disk the reserve is no more than this. */
const MOST_OF_THE_DISK = 0.05

/** Looked at behind the scenes, at most once a second: what asks does not wait. */
export function diskReserve(
  { dataDir, diskReserveMiB }: { dataDir: string; diskReserveMiB: number },
  log: Log,
): RequireRoom {
  let isLow = false
  let lookedMs = Number.NEGATIVE_INFINITY

  async function look() {
    const { root, audio, files } = dataFolder(dataDir)
    const disks = new Set<number>()
    let found = false
    for (const folder of [root, audio, files]) {
      const disk = await stat(folder).catch(() => null)
      if (!disk || disks.has(disk.dev)) continue
      disks.add(disk.dev)
      const { bavail, blocks, bsize } = await statfs(folder)
      const reserve = Math.min(diskReserveMiB * BYTES_PER_MIB, blocks * bsize * MOST_OF_THE_DISK)
      if (bavail * bsize < reserve) found = true
    }
    if (found !== isLow) log[found ? 'error' : 'info'](found ? 'storage.low' : 'storage.room_again')
    isLow = found
  }

  return () => {
    if (performance.now() - lookedMs > KEPT_MS) {
      lookedMs = performance.now()
      look().catch((err: unknown) => log.warn('storage.not_looked_at', { err }))
    }
    if (isLow) throw lowOnRoom()
  }
}
