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

/** In bytes, as the rows say. */
export interface StorageUse {
  ofVisit(consultationId: string): Promise<number>
  /** Bytes of the organization whose visit it is. */
  ofOrganization(consultationId: string): Promise<number>
}

/** @throws {AppError} when the visit or its organization has as much as it may */
export type RequireQuota = (consultationId: string) => Promise<void>

interface Options {
  use: StorageUse
  /** In bytes. */
  perVisit: number
  /** In bytes. */
  perOrganization: number
  code: string
  /** What there is too much of, pt-BR: `O áudio`. */
  what: string
}

/**
 * How much one visit, and one organization, may have the service keep. Asked before something new
 * is begun, never in the middle: what was acknowledged stays, and what began comes to its end.
 */
export function storageQuota(options: Options): RequireQuota {
  const { use, perVisit, perOrganization, code, what } = options
  return async (consultationId) => {
    if ((await use.ofVisit(consultationId)) >= perVisit)
      throw exceeded(code, 'consultation', `${what} desta consulta chegou ao limite do servidor.`)
    if ((await use.ofOrganization(consultationId)) >= perOrganization)
      throw exceeded(
        code,
        'organization',
        `${what} desta instituição chegou ao limite do servidor. Avise o administrador.`,
      )
  }
}

function exceeded(code: string, scope: 'consultation' | 'organization', message: string): AppError {
  return new AppError('conflict', code, message, { details: [{ scope }] })
}
