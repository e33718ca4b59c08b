import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'

/**
 * Which folder of this machine it is: the same by every path and from inside a container, another
 * one for every copy.
 */
export async function folderId(path: string): Promise<string> {
  const { dev, ino } = await stat(path)
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
}
