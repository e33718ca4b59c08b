import { AppError } from '../../core/errors.ts'

/**
 * What the target does not take, such as a character that no text of PostgreSQL holds. Which row it
 * is, not what is in it.
 */
export function refusedRow(table: string, cause: unknown): AppError {
  return new AppError(
    'conflict',
    'move_row_refused',
    `The target does not take a row of ${table}. What is there so far stays for another attempt; the source is as it was. Send this to who supports you: svcctl support bundle`,
    { cause },
  )
}
