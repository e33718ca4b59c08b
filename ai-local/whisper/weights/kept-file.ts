import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export interface KeptFile {
  folder: string
  /** Of the names of all that was made of the same thing, earlier too. */
  stem: string
  /** Without the stem: says what it was made of. */
  version: string
}

/** Installations may share the folder: what one of them took in this time is in use. */
const UNUSED_MS = 30 * 24 * 3_600_000
/** Nothing takes as long to make. */
const UNFINISHED_MS = 3_600_000

/**
 * A file that is made once and kept: whole under its name, or not there. What was made before of
 * the same thing, and nobody took for a month, goes.
 * @param make writes the file under another name; false: nothing is to be made now
 * @returns its path; null where `make` answered false. @throws what `make` throws
 */
export async function keptFile(
  { folder, stem, version }: KeptFile,
  make: (part: string) => Promise<boolean>,
): Promise<string | null> {
  const name = `${stem}${version}.bin`
  const path = join(folder, name)
  if (await isFile(path)) {
    const now = new Date()
    // Of another account, it stays as new as it was.
    await utimes(path, now, now).catch(() => {})
    return path
  }
  const part = `${path}.${randomUUID()}.part`
  try {
    await mkdir(folder, { recursive: true })
    if (!(await make(part))) return null
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
  for (const other of await readdir(folder)) {
    if (!other.startsWith(stem) || other === name) continue
    const most = other.endsWith('.part') ? UNFINISHED_MS : UNUSED_MS
    const since = (await stat(join(folder, other)).catch(() => null))?.mtimeMs ?? Infinity
    if (Date.now() - since > most) await rm(join(folder, other), { force: true })
  }
  return path
}

/** Makes the folder where it is missing. */
export async function mayWrite(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false
}
