/** By which name the hospital's identity provider knows a user. */
import { validationError } from '../errors.ts'

/**
 * The same in capitals and in either form of an accent: providers write it as it was typed.
 * @throws {AppError} `validation_error`
 */
export function readLogin(login: string): string {
  const plain = login.normalize('NFC').trim().toLowerCase()
  if (plain === '' || plain.length > 255 || /\p{Cc}/u.test(plain))
    throw validationError([{ field: 'login', issue: 'invalid' }])
  return plain
}
