import type { EvaluationCase } from './case.ts'
import type { CaseFault } from './check-case.ts'
import type { EvaluationReport } from './report.ts'
import type { Thresholds } from './thresholds.ts'

/** A folder of cases, read and checked. */
export interface EvaluationSet {
  folder: string
  /** By id. */
  cases: EvaluationCase[]
}

export interface EvaluationChoice {
  /** Of the cases that were chosen already. */
  cases: readonly EvaluationCase[]
  folder: string
  sound: boolean
  onStep(done: number, of: number, what: string): void
}

/** What `svcctl eval` needs: the set from disk, the installed engines, and reports. */
export interface Evaluation {
  /**
   * @param folder the set that comes with the product when undefined
   * @throws {AppError} `evaluation_set_invalid` with file and path of every fault; `file_not_readable`
   */
  openSet(folder: string | undefined): Promise<EvaluationSet>
  /** @throws {AppError} `engine_unavailable` when there is sound and nothing that hears it */
  run(choice: EvaluationChoice): Promise<EvaluationReport>
  /** Of the file that comes with the product when undefined. @throws {AppError} `thresholds_invalid`, `file_not_readable` */
  readThresholds(path: string | undefined): Promise<Thresholds>
  writeReport(path: string, report: EvaluationReport): Promise<void>
}

export interface CaseFileFault extends CaseFault {
  file: string
}
