import { stat, writeFile } from 'node:fs/promises'
import { writeDurably } from '../models/durable-file.ts'

/**
 * A result into a file that an administrator named: whole or not at all, but for what is no file (a
 * pipe, `/dev/stdout`).
 */
export async function writeResult(path: string, text: string): Promise<void> {
  const there = await stat(path).catch(() => null)
  if (there && !there.isFile()) await writeFile(path, text)
  else await writeDurably(path, text)
}
