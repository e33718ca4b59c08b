import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import type { EvidenceFile } from '../core/rnds/evidence.ts'
import { writeOnce } from '../models/durable-file.ts'

/**
 * Readable by whoever asked alone. @returns where they are
 * @throws {AppError} `file_exists`: nothing is replaced
 */
export async function keepEvidence(
  folder: string,
  files: readonly EvidenceFile[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const { name, text } of files) {
    const path = join(folder, name)
    if (!(await writeOnce(path, text)))
      throw new AppError(
        'conflict',
        'file_exists',
        `${path} is there already. Take another folder.`,
      )
    written.push(path)
  }
  return written
}
