import { AppError } from '../errors.ts'

/** Asked before anything of a consultation is deleted. @throws {AppError} `legal_hold` */
export type RefuseWhileHeld = (consultationId: string) => Promise<void>

/** What a legal hold keeps, nobody deletes: neither a doctor, nor a host, nor an administrator. */
export function refuseWhileHeld(
  isHeld: (consultationId: string) => Promise<boolean>,
): RefuseWhileHeld {
  return async (consultationId) => {
    if (await isHeld(consultationId)) throw legalHold()
  }
}

export function legalHold(): AppError {
  return new AppError(
    'conflict',
    'legal_hold',
    'Esta consulta está sob retenção legal: nada dela pode ser excluído. Fale com a administração da instituição.',
  )
}
