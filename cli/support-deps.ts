import type { SupportPart } from '../core/support/parts.ts'

export interface SupportAdmin {
  /**
   * @param log a file with the service's log; null: what systemd keeps of the unit svc
   * @throws {AppError} `file_not_readable` for a log that was named
   */
  gather(
    log: string | null,
    onPart: (name: string, share: number) => void,
  ): Promise<readonly SupportPart[]>
  /**
   * For its account alone; a file that is there stays as it is. On record.
   * @throws {AppError} `file_exists`, `folder_not_writable`
   */
  write(path: string, parts: readonly SupportPart[]): Promise<{ sizeBytes: number }>
}
