import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface KeptFile {
  folder: string
  /** Of the names of all that was made of the same thing, earlier too. */
  stem: string
  /** Without the stem: says what it was made of. */
  version: string
}

/**
 * A file that is made once and kept: whole under its name, or not there. What was made before of
 * the same thing goes.
 * @param make writes the file under another name; false: nothing is to be made now
 * @returns its path; null where `make` answered false. @throws what `make` throws
 */
export async function keptFile(
  { folder, stem, version }: KeptFile,
  make: (part: string) => Promise<boolean>,
): Promise<string | null> {
  const name = `${stem}${version}.bin`
  const path = join(folder, name)
  if (await isFile(path)) return path
  const part = `${path}.${process.pid}.part`
  try {
    await mkdir(folder, { recursive: true })
    await rm(part, { force: true })
    if (!(await make(part))) return null
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
  for (const other of await readdir(folder))
    if (other.startsWith(stem) && other.endsWith('.bin') && other !== name)
      await rm(join(folder, other), { force: true })
  return path
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false
}
