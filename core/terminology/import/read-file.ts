/** What a file of an official table turned out to be. */
import { AppError } from '../../errors.ts'
import type { TerminologySystem } from '../ports.ts'

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

/** One concept as a file has it. */
export interface Row {
  /** From 1; null in JSON, where lines mean nothing. */
  line: number | null
  code: string
  display: string
  /** Another name to find it by. */
  also: string | null
}

export interface ReadTable {
  file: string
  system: TerminologySystem
  /** What belongs together: two sources for one system are a contradiction. */
  source: string
  version: string | null
  rows: Row[]
}

/** `known`: an official companion that is rightly left out; else nobody knows what the file is. */
export type ReadFile = ReadTable | { file: string; skipped: string; known: boolean }
