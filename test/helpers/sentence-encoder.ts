import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEncoder } from '../../ai-local/encoding/read-encoder.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** File of the encoder in the box. */
export const boxEncoderPath = join(ROOT, 'ai-local', 'sentence-encoder', 'encoder.bin')

export const boxEncoder = () => readEncoder(readFileSync(boxEncoderPath))

/** What PyTorch makes of the same weights (bin/tools/generate/sentence-encoder). */
export interface ByPyTorch {
  turns: string[]
  pieces: number[]
  clauses: string[]
  probabilities: number[][]
}

export function byPyTorch(): ByPyTorch {
  const path = join(ROOT, 'test', 'fixtures', 'sentence-encoder.json')
  return JSON.parse(readFileSync(path, 'utf8'))
}
