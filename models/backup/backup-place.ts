/**
 * Whether backups go where they are meant to. A share that is not mounted leaves an empty folder of
 * the machine's own disk behind: what is written there is gone with that disk, and hidden when the
 * share comes back. It is noticed by two things: `/etc/fstab` names a mount above the folder that
 * is not there, or earlier backups of this box went to a mount that is gone.
 */
import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { z } from 'zod'
import type { BackupPlace } from '../../core/backup/ports.ts'
import { AppError } from '../../core/errors.ts'
import { writeDurably } from '../durable-file.ts'
import { insistOnAnswer } from './folder-faults.ts'

interface Deps {
  /** Folder in the settings: only there a mount is expected. */
  folder: string
  /** A small file of the data folder. */
  memoryPath: string
  fstabPath?: string
}

const Remembered = z.object({ folder: z.string(), mount: z.string().nullable() })

export function backupPlace({ folder, memoryPath, fstabPath = '/etc/fstab' }: Deps): BackupPlace {
  async function missingMount(): Promise<string | null> {
    const remembered = await readJson(memoryPath)
    const expected = [
      ...(remembered?.folder === folder && remembered.mount ? [remembered.mount] : []),
      ...mountsAbove(folder, await readFile(fstabPath, 'utf8').catch(() => '')),
    ]
    for (const mount of expected) if (!(await isMounted(mount))) return mount
    return null
  }

  return {
    missingMount,
    async check(path) {
      await insistOnAnswer(dirname(path))
      const missing = dirname(path) === folder ? await missingMount() : null
      if (missing === null) return
      throw new AppError(
        'unavailable',
        'backup_share_missing',
        `Nothing is mounted at ${missing}: the backup would lie on this machine's own disk. Mount it, or choose another folder: svcctl config set backupFolder FOLDER`,
      )
    },
    async note(path) {
      if (dirname(path) !== folder) return
      const found = { folder, mount: await mountOf(folder) }
      const known = await readJson(memoryPath)
      // What lies in the empty place of a share does not make it the place.
      if (known?.folder === folder && (found.mount === null || known.mount === found.mount)) return
      await writeDurably(memoryPath, `${JSON.stringify(found)}\n`)
    },
  }
}

async function readJson(path: string) {
  try {
    return Remembered.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

/**
 * Places in a table of file systems to be mounted at the folder or above it; a second mount of the
 * same disk cannot be recognized.
 */
export function mountsAbove(folder: string, fstab: string): string[] {
  return fstab
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([first = '#', , , options = '']) => !first.startsWith('#') && !/\br?bind\b/.test(options),
    )
    .map(([, place = '']) =>
      place.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
    )
    .map((place) => place.replace(/(?<!\/)\/+$/, ''))
    .filter((place) => isAbsolute(place) && (folder === place || folder.startsWith(`${place}/`)))
}

/** By the device, which a mount of the same folder for a unit of systemd does not change. */
async function isMounted(path: string): Promise<boolean> {
  const device = await deviceOf(path)
  return device !== null && device !== (await deviceOf(dirname(path)))
}

/** Where the disk of a folder hangs; null: it is the system's own. */
async function mountOf(folder: string): Promise<string | null> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (await isMounted(at)) return at
  return null
}

function deviceOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ dev }) => dev,
    () => null,
  )
}
