import type { MovedFiles } from '../core/data-move/move-files.ts'
import type { MovedRows } from '../core/data-move/move-rows.ts'

export interface MoveRequest {
  /** Address of the database that takes the rows. */
  to: string
  /** A new data folder; null: the files stay. */
  folder: string | null
  /** `s3://bucket/prefix`: sound and files go there; null: they go with the others. */
  store: string | null
  onProgress(share: number | null, words: string): void
}

export interface MovedData {
  /** Without the password. */
  from: string
  to: string
  folder: string
  store: string | null
  rows: MovedRows
  /** Null: they stay. */
  files: MovedFiles | null
}

/** What `svcctl data` works with. Nothing is opened before it is needed. */
export interface DataAdmin {
  /**
   * @throws {AppError} `move_address_invalid`, `other_server`, `server_running`, `move_nowhere`,
   * `move_folder_in_use`, `database_not_empty`, `database_older`, `move_unfinished`, and as moving
   * rows and files
   */
  move(request: MoveRequest): Promise<MovedData>
}
