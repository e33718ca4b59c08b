import { type AppError, isAppError } from '../core/errors.ts'
import type { CliDeps, Flags } from './deps.ts'

/**
 * Why nobody can work in the data folder as it is, for commands that say so and go on; null: it is
 * prepared.
 */
export async function folderFault(
  { needFolder }: Pick<CliDeps, 'needFolder'>,
  flags: Flags,
): Promise<AppError | null> {
  try {
    await needFolder(flags, 'prepared')
    return null
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
}

/** There is nothing yet, rather than something out of reach or half done. */
export function isUnprepared({ code }: AppError): boolean {
  return code === 'data_folder_missing' || code === 'data_folder_not_prepared'
}
