import { quoted } from '../core/doctor/quoted.ts'
import { AppError, isAppError } from '../core/errors.ts'

/** The disk that the data folder lies on, as it is now. */
export interface DataDisk {
  dataDir: string
  /** In bytes, for this account. */
  free: number
  writable: boolean
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
/** SQLite says these of a full disk, of one that cannot be written, and of one that fails. */
const DATABASE = new Set([
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
])
/** What the service tells its callers when its database does not do what it should. */
const PASSING = new Set([
  'service_unavailable',
  'database_refuses',
  'database_damaged',
  'database_unreachable',
])
/** Less than the database needs for its own work beside what is written. */
const FULL_BELOW_BYTES = 1 << 20

/**
 * A disk that is full or cannot be written, in words with what to do; other failures pass as they
 * are.
 * @param look is only asked where the failure alone does not tell
 */
export async function diskFault(
  error: unknown,
  look: () => Promise<DataDisk | null>,
): Promise<unknown> {
  if (isAppError(error) && !PASSING.has(error.code)) return error
  const code = codeOf(error)
  if (!FULL.has(code) && !DATABASE.has(code) && !isLostFolder(error)) return error
  const disk = await look().catch(() => null)
  if (FULL.has(code) || (disk !== null && disk.free < FULL_BELOW_BYTES))
    return new AppError('unavailable', 'disk_full', fullWords(disk), { cause: error })
  if (disk && !disk.writable)
    return new AppError(
      'forbidden',
      'data_folder_read_only',
      `${disk.dataDir} cannot be written${DATABASE.has(code) ? ', and its database does not open without that' : ''}. Look how its disk is mounted (findmnt -T ${quoted(disk.dataDir)}), and make it writable.`,
      { cause: error },
    )
  if (!DATABASE.has(code)) return error
  return new AppError(
    'unavailable',
    'database_fails',
    `The database of ${disk?.dataDir ?? 'the data folder'} cannot be read or written (${code}). See what is wrong with it: svcctl doctor`,
    { cause: error },
  )
}

/** What Node says of folders that it cannot make on a disk that takes none. */
function isLostFolder(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return code === 'ENOENT' && syscall === 'mkdir'
}

function fullWords(disk: DataDisk | null): string {
  if (disk === null || disk.free >= FULL_BELOW_BYTES)
    return 'The disk that this was to be written to is full (df -h shows which). Make room, and run it again.'
  return `The disk of ${disk.dataDir} is full. Make room on it (df -h ${quoted(disk.dataDir)}), and run this again.`
}

/** Code of the first failure below that has one: drivers and Sequelize wrap theirs. */
function codeOf(error: unknown): string {
  let at = error
  for (let depth = 0; at instanceof Error && depth < 5; depth++) {
    const { code, parent, cause } = at as { code?: unknown; parent?: unknown; cause?: unknown }
    if (!isAppError(at) && typeof code === 'string') return code
    at = parent ?? cause
  }
  return ''
}
