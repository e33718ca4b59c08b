/**
 * Where the server of a data folder listens, in a file beside the data: flags and variables that it
 * was started with are not known to who asks for it later.
 */

import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../models/durable-file.ts'

const FILE = 'serving.address'

const ServingAddress = z.object({
  host: z.string(),
  port: z.int().min(1).max(65_535),
  /** PEM; null: it speaks without TLS. */
  certificateFile: z.string().nullable(),
})
export type ServingAddress = z.infer<typeof ServingAddress>

/** @returns what removes it again; a server that is killed leaves it behind */
export async function keepAddress(
  dataDir: string,
  address: ServingAddress,
): Promise<() => Promise<void>> {
  const path = join(dataDir, FILE)
  // A server without it serves as well: a full disk is reported elsewhere.
  await writeDurably(path, `${JSON.stringify(address)}\n`).catch(() => {})
  return () => rm(path, { force: true }).catch(() => {})
}

/** As the last server kept it, which may have ended since; null: none did. */
export async function findAddress(dataDir: string): Promise<ServingAddress | null> {
  try {
    return ServingAddress.parse(JSON.parse(await readFile(join(dataDir, FILE), 'utf8')))
  } catch {
    return null
  }
}

/**
 * Which folder of this machine it is: the same by every path and from inside a container, another
 * one for every copy.
 */
export async function folderId(path: string): Promise<string> {
  const { dev, ino } = await stat(path)
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
}
