import { type AppError, isAppError } from '../errors.ts'

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
