/**
 * Room that is really taken on the disk of the data folder, so that another program cannot fill it:
 * a file of noise, made a little at a time and given back a part at a time.
 */
import { randomFillSync } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'room.reserve'
/** Added in one step: a start, and the sound beside it, do not wait for the disk. */
const STEP_BYTES = 1 << 20
/** Of what is given back at once: whoever goes on filling the disk has to fill it again. */
const PARTS = 4

export interface ReserveFile {
  /** Bytes that it holds now. */
  kept(): Promise<number>
  /** One step towards `wholeBytes`. @throws what the disk says */
  add(wholeBytes: number): Promise<void>
  /** Gives a part back to the disk. @returns whether there was anything to give */
  give(wholeBytes: number): Promise<boolean>
}

export function reserveFile(dataDir: string): ReserveFile {
  const path = join(dataDir, NAME)
  /** Noise: a disk that compresses keeps its room as well. */
  let noise: Buffer | undefined

  const kept = async () => (await stat(path).catch(() => null))?.size ?? 0

  async function opened(flags: string, work: (file: FileHandle) => Promise<unknown>) {
    const file = await open(path, flags, 0o600)
    try {
      await work(file)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  return {
    kept,
    async add(wholeBytes) {
      const missing = Math.min(STEP_BYTES, wholeBytes - (await kept()))
      if (missing <= 0) return
      noise ??= randomFillSync(Buffer.allocUnsafe(STEP_BYTES))
      const step = noise.subarray(0, missing)
      await opened('a', (file) => file.appendFile(step))
    },
    async give(wholeBytes) {
      const size = await kept()
      if (size === 0) return false
      const left = Math.max(0, size - Math.ceil(wholeBytes / PARTS))
      await opened('r+', (file) => file.truncate(left))
      return true
    },
  }
}
