import { AppError } from '../../errors.ts'

/** A file that is not what it should be. `line` counts from 1; null where no line is to blame. */
export function tableFileError(file: string, line: number | null, problem: string): AppError {
  const where = line === null ? file : `${file}, line ${line}`
  return new AppError(
    'invalid',
    'terminology_file_invalid',
    `${where}: ${problem} Nothing was imported.`,
    { details: [{ file, line, problem }] },
  )
}
