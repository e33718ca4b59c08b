import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ModelRecord } from '../../core/model-file/ports.ts'

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
