import { readFile, writeFile } from 'node:fs/promises'
import {
  type FitnessLevel,
  type ModelFitness,
  PROOF_VERSION,
} from '../../core/model-file/model-fitness.ts'
import type { ModelRecord } from '../../core/model-file/ports.ts'

/**
 * Writes a proof beside an imported model, as `svcctl model prove` would if it found the model fit
 * for so much.
 */
export async function keepFitness(modelPath: string, level: FitnessLevel): Promise<void> {
  const path = `${modelPath}.model.json`
  const record = JSON.parse(await readFile(path, 'utf8')) as ModelRecord
  const fitness: ModelFitness = {
    level,
    sha256: record.sha256,
    proofVersion: PROOF_VERSION,
    seconds: 60,
    provenAt: '2026-03-01T12:00:00Z',
    phrase: { cases: 22, firstTry: 20, right: 20, wrong: 0 },
    write: null,
  }
  await writeFile(path, JSON.stringify({ ...record, fitness }))
}
