import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { FITNESS_LEVELS } from '../../core/model-file/model-fitness.ts'
import type { ModelRecord } from '../../core/model-file/ports.ts'

const Count = z.int().nonnegative()

const Fitness = z.object({
  level: z.enum(FITNESS_LEVELS),
  proofVersion: z.string(),
  sha256: z.string(),
  provenAt: z.string(),
  seconds: z.number(),
  phrase: z.object({ cases: Count, firstTry: Count, right: Count, wrong: Count }),
  write: z
    .object({
      cases: Count,
      facts: Count,
      found: Count,
      foundByRules: Count,
      unsupported: Count,
      unsupportedByRules: Count,
    })
    .nullable(),
})

const Record = z.object({
  name: z.string(),
  kind: z.enum(['speech', 'vad', 'text']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int(),
  modifiedMs: z.number(),
  verifiedAt: z.string(),
  source: z.string(),
  licence: z.string().nullable(),
  licenceAcceptedAt: z.string().nullable(),
  // What a later version wrote in another form is no reason to forget the rest: the model is
  // unproven then.
  fitness: Fitness.optional().catch(undefined),
})

/** What is known of a model file, kept beside it as `<file>.model.json`. */
export async function readRecord(modelPath: string): Promise<ModelRecord | null> {
  try {
    return Record.parse(JSON.parse(await readFile(recordPath(modelPath), 'utf8')))
  } catch {
    // None, or one that says nothing: either way the file counts as unproven.
    return null
  }
}

export async function writeRecord(modelPath: string, record: ModelRecord): Promise<void> {
  const path = recordPath(modelPath)
  try {
    await writeFile(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  } catch (error) {
    await rm(`${path}.new`, { force: true }).catch(() => {})
    throw error
  }
}

export function removeRecord(modelPath: string): Promise<void> {
  return rm(recordPath(modelPath), { force: true })
}

function recordPath(modelPath: string): string {
  return `${modelPath}.model.json`
}
