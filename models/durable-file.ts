/**
 * A small file that is there whole or not at all, whoever is killed and whenever the power goes:
 * written beside its place under a name of its own, flushed, renamed, and the folder flushed,
 * without which the rename itself may be lost. Several may write one file at once: the last one
 * wins, and readers find one of them whole. Large files and those that grow have ways of their own.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const MODE = 0o600
const DRAFT = /\.[0-9a-f]{8}\.new$/
/** A draft that is older was left by a process that died: a write takes milliseconds. */
const DEAD_AFTER_MS = 3_600_000

/**
 * On the disk when it resolves; where it throws, what was there stays. A file that is replaced
 * keeps its mode and, as far as we may, its owner; a new one that root makes belongs to the
 * folder's; a link keeps pointing where it does.
 * @param path in a folder that is there
 */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const place = await realpath(path).catch(() => path)
  const draft = draftOf(place)
  try {
    await writeNew(draft, content, (file) => takeAccess(file, place))
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(place))
  await sweep(place)
}

/**
 * As `writeDurably`, for what must never be replaced: of several at once one writes it.
 * @returns false where the name is taken; what is there stays
 */
export async function writeOnce(path: string, content: string | Uint8Array): Promise<boolean> {
  const draft = draftOf(path)
  try {
    await writeNew(draft, content)
    await linkOrWrite(draft, path, content)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  await sweep(path)
  return true
}

/**
 * Shares without hard links: there a kill may leave it half written, but nobody's file is replaced.
 */
async function linkOrWrite(draft: string, path: string, content: string | Uint8Array) {
  try {
    await link(draft, path)
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await writeNew(path, content)
  }
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

function draftOf(place: string): string {
  return `${place}.${randomBytes(4).toString('hex')}.new`
}

async function writeNew(
  path: string,
  content: string | Uint8Array,
  before: (file: FileHandle) => Promise<void> = (file) => giveToFolder(file, dirname(path)),
): Promise<void> {
  const file = await open(path, 'wx', MODE)
  try {
    await file.writeFile(content)
    await before(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Names in it are on the disk when it resolves. Shares that know no such thing count as done. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!NOT_KNOWN.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder.close()
  }
}

const NOT_KNOWN = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])

/** An administrator who edits the settings must not lock the service out of them. */
async function takeAccess(file: FileHandle, place: string): Promise<void> {
  const before = await stat(place).catch(() => null)
  if (!before) return giveToFolder(file, dirname(place))
  const own = await file.stat()
  if (own.uid !== before.uid || own.gid !== before.gid)
    await file.chown(before.uid, before.gid).catch(() => {})
  await file.chmod(before.mode & 0o7777)
}

/** Files that root makes in the folder of the service must be readable by the service. */
async function giveToFolder(file: FileHandle, folder: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  if (uid !== 0) await file.chown(uid, gid)
}

async function sweep(place: string): Promise<void> {
  const folder = dirname(place)
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.replace(DRAFT, '') !== basename(place) || !DRAFT.test(name)) continue
    const draft = join(folder, name)
    const about = await stat(draft).catch(() => null)
    if (about && Date.now() - about.mtimeMs > DEAD_AFTER_MS) await rm(draft, { force: true })
  }
}
