import { readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Processes that hold a file of a folder open, also one that was removed beneath them. Only those
 * of our own account, or all for root: who may not write the folder has no business in it. Empty
 * where the system does not tell (no `/proc`).
 */
export async function folderUsers(folder: string): Promise<number[]> {
  const root = await realpath(folder).catch(() => folder)
  const users: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    if (!(pid > 0) || pid === process.pid) continue
    const descriptors = join('/proc', name, 'fd')
    for (const descriptor of await readdir(descriptors).catch(() => [])) {
      const target = await readlink(join(descriptors, descriptor)).catch(() => '')
      if (!target.startsWith(`${root}/`)) continue
      users.push(pid)
      break
    }
  }
  return users
}
