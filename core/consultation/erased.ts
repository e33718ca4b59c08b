import { AppError } from '../errors.ts'

/** What is asked of a consultation after somebody erased it, for good. */
export function consultationErased(): AppError {
  return new AppError(
    'not-found',
    'consultation_erased',
    'Os dados desta consulta foram eliminados definitivamente. Nada mais pode ser lido, gravado ou enviado nela.',
  )
}
