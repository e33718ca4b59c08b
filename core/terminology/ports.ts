/**
 * Tables of codes, imported from the official files by an administrator (never committed, never
 * downloaded by itself).
 */
export type TerminologySystem =
  | 'CID10'
  | 'CIAP2'
  | 'SIGTAP'
  | 'TUSS'
  | 'CBO'
  | 'CATMAT'
  | 'MEDICAMENTO'
  | 'ALERGENO'
  | 'IMUNOBIOLOGICO'

export interface Concept {
  system: TerminologySystem
  /** As the network wants it: CID-10 without dot and in capitals, numbers without punctuation. */
  code: string
  /** pt-BR, as the table writes it. */
  display: string
}

export interface SearchHit extends Concept {
  /** 1 is the very words or the very code; falls with distance. */
  score: number
}

/** What is known of one table here. */
export interface TableInfo {
  system: TerminologySystem
  concepts: number
  /** `starter` is the built-in set of common codes: a code that it lacks may still exist. */
  origin: 'starter' | 'imported'
  /** As the file or the administrator named it. */
  version: string | null
  importedAt: Date | null
}

export interface Terminology {
  /** Any usual spelling: `j06.9`, `J069`. @returns null when the table does not hold it */
  find(system: TerminologySystem, code: string): Promise<Concept | null>
  /** Best first. Words in any order, without accents, with typos; or a code or its beginning. */
  search(
    system: TerminologySystem,
    text: string,
    options?: { limit?: number },
  ): Promise<SearchHit[]>
  tables(): Promise<TableInfo[]>
}

/** A code that a doctor stands for. Never one that the table does not hold. */
export interface Confirmed {
  code: string
  display: string
  confirmedAt: Date
  /** The doctor, by the host's identifier. */
  confirmedBy: string
}

/** A diagnosis that a doctor confirmed for a consultation. */
export interface ConfirmedDiagnosis extends Confirmed {
  system: 'CID10'
  /** Exactly one of a consultation's diagnoses is. */
  principal: boolean
}

/** A procedure that a doctor says was done in a consultation. */
export interface ConfirmedProcedure extends Confirmed {
  system: 'SIGTAP'
  /** How many times, from 1. */
  quantity: number
}

/** Confirmed codes of consultations, sealed at rest, in the order in which they were stored. */
export interface ConfirmedStore<One extends Confirmed> {
  list(consultationId: string): Promise<One[]>
  /**
   * Puts what `next` makes of the list in its place: nobody changes it in between. What `next`
   * throws leaves it as it was.
   * @returns the new list
   */
  change(consultationId: string, next: (before: One[]) => One[]): Promise<One[]>
}

/** The principal one first. */
export type DiagnosisStore = ConfirmedStore<ConfirmedDiagnosis>
export type ProcedureStore = ConfirmedStore<ConfirmedProcedure>

/** Imported tables at rest. */
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
