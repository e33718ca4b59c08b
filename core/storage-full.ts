/**
 * A disk that takes no more, told as such whatever failed because of it: an entry of the audit
 * trail, a row, a file. Whoever is called then knows what to do.
 */
import { AppError, isAppError } from './errors.ts'

export type FullDisk = 'data' | 'database'

/** What file systems and SQLite say of a disk without room, or of a quota that is used up. */
const DATA = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
/** What PostgreSQL says of its own. */
const DATABASE = '53100'
/** SQLite says these where its log finds no room, and of disks that fail. */
const PERHAPS = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN'])
const DEEPEST = 6

/** Undefined: it failed for something else. `perhaps`: only a look at the disk tells. */
export function fullDiskOf(error: unknown): FullDisk | 'perhaps' | undefined {
  let at = error
  for (let depth = 0; at instanceof Error && depth < DEEPEST; depth++) {
    const { code, parent, cause } = at as { code?: unknown; parent?: unknown; cause?: unknown }
    if (typeof code === 'string') {
      if (DATA.has(code)) return 'data'
      if (code === DATABASE) return 'database'
      if (PERHAPS.has(code)) return 'perhaps'
    }
    at = parent ?? cause
  }
  return undefined
}

/** The same error where the disk has room, or where it says so already. */
export function toldAsFull(error: unknown, which: FullDisk | undefined): unknown {
  if (!which || (isAppError(error) && error.code === 'storage_full')) return error
  return new AppError(
    'unavailable',
    'storage_full',
    `${WORDS[which]} está cheio: nada pode ser gravado. Avise o administrador. Assim que houver espaço, tudo volta a funcionar.`,
    { cause: error, retryAfterS: 5 },
  )
}

const WORDS: Record<FullDisk, string> = {
  data: 'O disco da pasta de dados do servidor',
  database: 'O disco do servidor do banco de dados',
}

/** @throws {AppError} `storage_full` while nothing new may be taken, for want of room */
export type RequireRoom = () => void

/** Room left on the disk is for the ends of recordings, for reading and for the audit. */
export function lowOnRoom(): AppError {
  return new AppError(
    'unavailable',
    'storage_full',
    'O disco do servidor está quase cheio: nada novo é aceito. Avise o administrador. O áudio continua guardado neste computador e será enviado quando houver espaço.',
    { retryAfterS: 5 },
  )
}
