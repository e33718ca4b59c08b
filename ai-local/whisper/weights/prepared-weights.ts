/**
 * The file that recognition loads: a model's own, or a copy with 8-bit weights, made once and kept
 * beside the runtime. The copy spares time and nothing else: where it cannot be made (no room, a
 * folder that is not to be written), the model's own file is loaded.
 */
import { open, stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Log } from '../../../core/log.ts'
import { gainsByEightBits, writeEightBitFile } from './eight-bit-file.ts'
import { keptFile } from './kept-file.ts'

const PRECISION_AT = 44
/** An 8-bit copy of 5-bit weights is half as large again. */
const MOST_GROWTH = 1.6
/** Room that the disk keeps for programs that write records. */
const RESERVE_BYTES = 2 * 2 ** 30

/** @returns the path to load; the copies of what the model's file was before go */
export async function preparedWeights(
  modelPath: string,
  folder: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<string> {
  if (!(await isWorthIt(modelPath))) return modelPath
  const { size, mtimeMs } = await stat(modelPath)
  const stem = `${basename(modelPath).replace(/\.bin$/, '')}-8-bit-`
  const began = performance.now()
  let isMade = false
  try {
    const version = `${size}-${Math.round(mtimeMs)}`
    const path = await keptFile({ folder, stem, version }, async (part) => {
      const disk = await statfs(folder)
      if (disk.bavail * disk.bsize < size * MOST_GROWTH + RESERVE_BYTES) return false
      await writeEightBitFile(modelPath, part, signal)
      isMade = true
      return true
    })
    if (isMade)
      log.info('speech.weights_prepared', { durationMs: Math.round(performance.now() - began) })
    return path ?? modelPath
  } catch (error) {
    if (signal.aborted) throw signal.reason
    log.warn('speech.weights_not_prepared', { err: error })
    return modelPath
  }
}

async function isWorthIt(path: string): Promise<boolean> {
  const word = Buffer.alloc(4)
  await using file = await open(path)
  const { bytesRead } = await file.read(word, 0, 4, PRECISION_AT)
  return bytesRead === 4 && gainsByEightBits(word.readInt32LE(0))
}
