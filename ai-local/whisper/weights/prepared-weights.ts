/**
 * The file that recognition loads: a model's own, or a copy with 8-bit weights, made once and kept
 * beside the runtime. The copy spares time and nothing else: where it cannot be made (no room, a
 * folder that is not to be written), the model's own file is loaded.
 */
import { createHash } from 'node:crypto'
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

/** @returns the path to load */
export async function preparedWeights(
  modelPath: string,
  folder: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<string> {
  if (!(await isWorthIt(modelPath))) return modelPath
  const { size } = await stat(modelPath)
  const stem = `${basename(modelPath).replace(/\.bin$/, '')}-8-bit-`
  const began = performance.now()
  let isMade = false
  try {
    const version = await fingerprintOf(modelPath, size)
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

const SAMPLES = 64
const SAMPLE_BYTES = 4096

/**
 * By what the file holds, at places all over it: two installations that share the folder have one
 * copy of the same model, however their files came.
 */
async function fingerprintOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha256').update(String(size))
  const piece = Buffer.alloc(SAMPLE_BYTES)
  await using file = await open(path)
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const at = Math.floor((Math.max(0, size - SAMPLE_BYTES) * sample) / SAMPLES)
    const { bytesRead } = await file.read(piece, 0, SAMPLE_BYTES, at)
    hash.update(piece.subarray(0, bytesRead))
  }
  return hash.digest('hex').slice(0, 16)
}

async function isWorthIt(path: string): Promise<boolean> {
  const word = Buffer.alloc(4)
  await using file = await open(path)
  const { bytesRead } = await file.read(word, 0, 4, PRECISION_AT)
  return bytesRead === 4 && gainsByEightBits(word.readInt32LE(0))
}
