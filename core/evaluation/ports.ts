import type { EvaluationCase } from './case.ts'
import type { CaseFault } from './check-case.ts'
import type { Thresholds } from './figures.ts'
import type { EvaluationReport, SetName } from './report.ts'

/** A folder of cases, read and checked. */
export interface EvaluationSet {
  name: SetName
  folder: string
  /**
   * The file that says what must be reached over the whole of it; null for other people's cases.
   */
  thresholds: string | null
  /** By id. */
  cases: EvaluationCase[]
}

export interface EvaluationChoice {
  set: Pick<EvaluationSet, 'name' | 'folder'>
  /** Chosen cases of the set. */
  cases: readonly EvaluationCase[]
  sound: boolean
  onStep(done: number, of: number, what: string): void
}

/** What `svcctl eval` needs: the set from disk, the installed engines, and reports. */
export interface Evaluation {
  /**
   * @param wanted one that comes with the product, or a folder; the folder of the held-out set is
   * that set
   * @throws {AppError} `evaluation_set_invalid` with file and path of every fault;
   * `file_not_readable`
   */
  openSet(wanted: 'product' | 'held-out' | { folder: string }): Promise<EvaluationSet>
  /** @throws {AppError} `engine_unavailable` when there is sound and nothing that hears it */
  run(choice: EvaluationChoice): Promise<EvaluationReport>
  /** @throws {AppError} `thresholds_invalid`, `file_not_readable` */
  readThresholds(path: string): Promise<Thresholds>
  writeReport(path: string, report: EvaluationReport): Promise<void>
  /** Single edits of the cases' documents, a line of JSON each (`edits.ts`). */
  writeEdits(
    path: string,
    cases: readonly EvaluationCase[],
  ): Promise<{ cases: number; edits: number }>
}

export interface CaseFileFault extends CaseFault {
  file: string
}
