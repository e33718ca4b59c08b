import type { BundleManifest } from '../core/bundle/manifest.ts'

/** What `svcctl bundle` works with. */
export interface BundleAdmin {
  /** Where the signing key lies unless another is named. */
  readonly keyPath: string
  /**
   * Where it is written: the file that is named, or one of the usual name
   * (`svc-0.2.0-linux-x64.tar`) in a folder. @throws {AppError} `folder_missing`
   */
  placeOf(path: string): Promise<string>
  /**
   * @throws {AppError} `bundle_incomplete`, `bundle_key_refused`, `bundle_model_unknown`,
   * `speech_compiler_missing`
   */
  create(request: BundleRequest): Promise<MadeBundle>
  /** @throws {AppError} `bundle_missing`, `bundle_damaged`, `bundle_signature_wrong` */
  verify(path: string, onProgress: (doneBytes: number) => void): Promise<OpenedBundle>
  /** Its manifest and signature only. @throws as `verify` */
  show(path: string): Promise<OpenedBundle>
  /** CycloneDX, as JSON text. @throws as `verify` */
  sbom(path: string): Promise<string>
  /**
   * Before the switch to this program. @throws {AppError} `server_running`,
   * `upgrade_rehearsal_failed`
   */
  stepUp(from: string, to: string): Promise<StepUp>
  /** Before the switch to an older one. @throws {AppError} `server_running`, `rollback_no_state` */
  stepBack(manifestPath: string, dryRun: boolean): Promise<StepBack>
  /** States of the data folder that upgrades kept, below it. */
  kept(): Promise<string[]>
  /**
   * Overwrites and removes them. @returns what was there. @throws {AppError} `rollback_unfinished`
   */
  forget(): Promise<string[]>
  /**
   * A service of its own in a folder of its own, an invented visit, its document. @throws
   * {AppError} `try_failed`
   */
  tryOut(onStep: (what: string) => void): Promise<TriedOut>
}

export interface BundleRequest {
  out: string
  keyPath: string
  /** Models of the models folder, by name or file. */
  models: readonly string[]
  /** Imported tables, and the document models of an organization; null: neither. */
  data: { organizationId: string | null } | null
  speech: boolean
  /** The speech runtime for this processor alone, which is compiled in a fraction of the time. */
  isForThisMachine: boolean
  onProgress(fraction: number, what: string): void
}

export interface OpenedBundle {
  manifest: BundleManifest
  /** Fingerprint of the key that signed it. */
  signer: string
  /** Whether this installation trusts that key already; null: nothing is installed here. */
  trusted: boolean | null
}

export interface MadeBundle {
  path: string
  sizeBytes: number
  sha256: string
  manifest: BundleManifest
  fingerprint: string
  keyPath: string
  keyIsNew: boolean
}

export interface StepUp {
  /** `none`: no data yet. `external`: the database is not in the data folder. */
  kind: 'none' | 'external' | 'sqlite'
  /** Steps that the database has yet to take. */
  pending: readonly string[]
  /** Where its state from before is kept; null when nothing is to change. */
  kept: string | null
}

export type StepBack =
  | {
      kind: 'keep'
      /** The version that the data are to fit. */
      to: string
      newer: readonly string[]
    }
  | {
      kind: 'restore'
      to: string
      newer: readonly string[]
      /** The moment whose state comes back. */
      at: string
      /** How many more rows there are now, by table. */
      since: Record<string, number>
      /** Visits erased since: the older program erases them again before it serves. */
      erased: number
      /** Certificates that cannot be read: what they speak of is not erased again. */
      damaged: readonly string[]
      /** Where the newer state is kept. */
      aside: string
    }

export interface TriedOut {
  /** Title of the sample visit's document. */
  title: string
  speechModel: string
  soundS: number
  words: number
  /** From the end of the sound to the whole text, and from there to the document. */
  transcriptS: number
  documentS: number
  /** Markdown. */
  document: string
}
