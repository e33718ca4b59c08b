/** Imported tables at rest. */
import type { Concept, TerminologySystem } from './ports.ts'

export interface Term extends Omit<Concept, 'system'> {
  /** Another name to find it by. */
  also: string | null
}

export interface ImportedTable {
  system: TerminologySystem
  /** As the file or the administrator named it. */
  version: string | null
  /**
   * Digest of the terms: the same digest is the same table. Also how another process's import is
   * noticed.
   */
  digest: string
  terms: readonly Term[]
}

export interface StoredTable extends Omit<ImportedTable, 'terms'> {
  concepts: number
  importedAt: Date
}

export interface TerminologyStore {
  list(): Promise<StoredTable[]>
  /** In the order of their codes. */
  terms(system: TerminologySystem): Promise<Term[]>
  /** Each takes the place of its system's table: all of them or, when anything fails, none. */
  replace(
    tables: readonly ImportedTable[],
    at: Date,
    onProgress?: (done: number, total: number) => void,
  ): Promise<void>
}
