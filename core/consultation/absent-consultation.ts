import { AppError, isAppError } from '../errors.ts'

/** What is asked of a consultation after somebody erased it, for good. */
export function consultationErased(): AppError {
  return new AppError(
    'not-found',
    'consultation_erased',
    'Os dados desta consulta foram eliminados definitivamente. Nada mais pode ser lido, gravado ou enviado nela.',
  )
}

/**
 * Another organization's consultation gets the same 404 as an unknown id, so that ids cannot be
 * probed.
 * @throws what `opening` throws; `missing()` instead of `not_found`
 */
export async function maskAsNotFound<Opened>(
  opening: Promise<Opened>,
  missing: () => AppError,
): Promise<Opened> {
  return opening.catch((error) => {
    throw isAppError(error) && error.code === 'not_found' ? missing() : error
  })
}
