/** Tables of codes, imported from the official files by an administrator (never committed, never downloaded by itself). */
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

/** A diagnosis that a doctor confirmed for a consultation. Never a code that the table does not hold. */
export interface ConfirmedDiagnosis {
  system: 'CID10'
  code: string
  display: string
  /** Exactly one of a consultation's diagnoses is. */
  principal: boolean
  confirmedAt: Date
  /** The doctor, by the host's identifier. */
  confirmedBy: string
}

/** Confirmed diagnoses of consultations, sealed at rest; the principal one first. */
export interface DiagnosisStore {
  list(consultationId: string): Promise<ConfirmedDiagnosis[]>
  replace(consultationId: string, diagnoses: ConfirmedDiagnosis[]): Promise<void>
}
