import { AppError } from '../errors.ts'

/** Somebody else made another version the current one, or took the name. */
export function modelConflict(): AppError {
  return new AppError(
    'conflict',
    'version_conflict',
    'O modelo foi alterado em outro lugar. Abra-o de novo antes de salvar.',
  )
}
