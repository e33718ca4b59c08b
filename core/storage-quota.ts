/**
 * How much one visit, and one organization, may have the service keep. Asked before something new
 * is begun, never in the middle: what was acknowledged stays, and what began comes to its end.
 */
import { AppError } from './errors.ts'

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
