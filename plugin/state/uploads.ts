/** Files on their way to the box, and those that are there (spec §3.3, SPEC-GAPS 1.12, 2.7). */
import type { FileInfo } from '../../core/contract/files.ts'

export interface Uploads {
  readonly list: readonly FileInfo[]
  /** Files that the doctor chose or the host handed over; how each ends is told by events. */
  add(files: readonly File[], source: 'user' | 'host'): void
}

export function uploads(): Uploads {
  return { list: [], add() {} }
}
