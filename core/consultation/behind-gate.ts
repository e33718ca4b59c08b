import { type AppError, isAppError } from '../errors.ts'

/**
 * What lies behind a consultation that is not the caller's is not there: in the very words for what never was, or ids could be told
 * apart by them.
 * @throws what `opening` throws; `missing` in the place of `not_found`
 */
export async function behindGate<Opened>(
  opening: Promise<Opened>,
  missing: () => AppError,
): Promise<Opened> {
  return opening.catch((error) => {
    throw isAppError(error) && error.code === 'not_found' ? missing() : error
  })
}
