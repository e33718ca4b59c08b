/**
 * What the commands need from the rest of the product. `bin/` hands it over; everything heavy
 * behind it (database, engines, server) is loaded when it is first called, so that `svcctl --help`
 * answers at once.
 */
import type { AccessUseCases } from '../core/access/use-cases.ts'
import type { OpenedPage } from '../core/admin-page/code.ts'
import type { LastBackup } from '../core/backup/ports.ts'
import type { CarriedData, TakenIn } from '../core/bundle/carried-data.ts'
import type { SpeechStatus } from '../core/contract/api.ts'
import type { Check, DoctorHost } from '../core/doctor/check.ts'
import type { ExplainDocument } from '../core/document/checks/explain-document.ts'
import type { Ending } from '../core/document/generation/ending.ts'
import type { ReplayDocument } from '../core/document/generation/replay-document.ts'
import type { DossierDocument } from '../core/dossier/figures.ts'
import type { MonthlyReports } from '../core/dossier/monthly-report.ts'
import type { FindDrain } from '../core/drain/drain.ts'
import type { Evaluation } from '../core/evaluation/ports.ts'
import type { TriedRule } from '../core/extension/site-rule.ts'
import type { HostReport } from '../core/host-contract/check.ts'
import type { Advice, BoxFacts, OwnModel } from '../core/model-file/advise-models.ts'
import type { MirrorFolder } from '../core/model-file/mirror-models.ts'
import type { Box, CardFacts } from '../core/model-file/model-fit.ts'
import type { ModelStore } from '../core/model-file/ports.ts'
import type { Proof } from '../core/model-file/prove-model.ts'
import type { BegunUse, ModelTrial } from '../core/model-file/use-model.ts'
import type { NodeFacts } from '../core/node/node-facts.ts'
import type { OutgoingHold, OutgoingWaiting } from '../core/outgoing/hold.ts'
import type { Retention } from '../core/retention/retention.ts'
import type { TemplatePreviewer } from '../core/templates/preview-template.ts'
import type { TemplateCatalogue } from '../core/templates/template-catalogue.ts'
import type { TableImport } from '../core/terminology/import/import-tables.ts'
import type { Terminology } from '../core/terminology/ports.ts'
import type { OwnWordStore } from '../core/transcription/own-words.ts'
import type { BackupAdmin, NeedBackup } from './backup-deps.ts'
import type { BundleAdmin } from './bundle-deps.ts'
import type { DataDisk } from './disk-fault.ts'
import type { FolderNeed } from './folder-need.ts'
import type { RndsAdmin, RndsDeps, SubmissionAdmin } from './rnds-deps.ts'
import type {
  AuditAdmin,
  ConsultAdmin,
  DataAdmin,
  NodeAdmin,
  SupportAdmin,
  UnfinishedInit,
  UpgradeAdmin,
  VaultAdmin,
  WebhookAdmin,
} from './subject-deps.ts'
import type { Terminal } from './terminal.ts'

/** Flags that stand for settings, by setting key, as they were typed. */
export type Flags = Record<string, unknown>

export interface CliDeps {
  terminal: Terminal
  version: string
  /** Aborts when the user presses Ctrl-C or the system asks to end. */
  signal: AbortSignal
  now: () => Date
  box: Box
  settings: SettingsAccess
  /**
   * `folder`: it is there; `prepared`: with its database, and this is the account whose it is;
   * `room`: it is there or can be made; `own-room`: by this account;
   * `own`: if there is one, it is this account’s.
   * @throws {AppError} `data_folder_missing`, `data_folder_not_prepared`, `data_folder_foreign`,
   * `restore_unfinished`
   */
  needFolder(flags: Flags, need: FolderNeed): Promise<void>
  /**
   * Opens a data folder that was prepared, or with `make` makes what is missing. The caller closes
   * it. @throws {AppError} `database_older`, `database_newer`
   */
  openAdmin(flags: Flags, options?: { make?: boolean }): Promise<Admin>
  openModels(flags: Flags): Promise<ModelStore>
  /** The NVIDIA card of this machine; null: none, or none that answers. */
  speechCard(flags: Flags): Promise<CardFacts | null>
  /**
   * With the real engine. @param model `withoutCard`: on the processor also where there is a card.
   * @throws {AppError} `model_probe_failed`, `model_does_not_hear`
   */
  tryModel(
    flags: Flags,
    model: { kind: 'speech' | 'text'; file: string; withoutCard?: boolean },
  ): Promise<ModelTrial>
  /** With the real engine, on the shipped cases. @throws {AppError} as the engine does */
  proveModel(
    flags: Flags,
    file: string,
    onStep: (done: number, of: number, what: string) => void,
  ): Promise<Proof>
  /** One at a time takes a model of a kind into use. @throws {AppError} `model_busy` */
  lockModelUse(flags: Flags, kind: 'speech' | 'text'): Promise<AsyncDisposable>
  boxFacts(flags: Flags): Promise<BoxFacts>
  /**
   * Which models this machine carries. @param options `measured`: just now, and kept for the next
   * answers; without it what was measured last. `own`: models of no catalogue, judged as well
   */
  modelAdvice(
    flags: Flags,
    options?: {
      measured?: { speeds: ReadonlyMap<string, number>; card: CardFacts | null }
      own?: readonly OwnModel[]
    },
  ): Promise<Advice>
  openMirror(folder: string): Promise<MirrorFolder>
  beginModelUse(flags: Flags, file: string, facts: { setting: string }): Promise<BegunUse>
  unfinishedInit(flags: Flags): UnfinishedInit
  /**
   * @throws {AppError} `port_in_use` and others; resolves when the server has closed after `signal`
   */
  serve(flags: Flags, onReady: (server: RunningServer) => void): Promise<void>
  openDoctor(
    flags: Flags,
    options: { probe: boolean },
  ): Promise<{ checks: readonly Check[]; host: DoctorHost & AsyncDisposable }>
  /** Documents on record, to be written again or explained. The caller closes it. */
  openDocuments(
    flags: Flags,
  ): Promise<{ replay: ReplayDocument; explain: ExplainDocument } & AsyncDisposable>
  /** Use of the disk that the data folder is on. */
  diskUse(flags: Flags): Promise<DiskUse>
  /**
   * Why this version cannot work in the database of a prepared folder: an error, `database_older`,
   * `database_newer` and `database_unreachable` among them; null: it can.
   */
  databaseFault(flags: Flags): Promise<unknown>
  /** Servers of one database, as it has them; null: one serves, or nobody can be asked. */
  listNodes(flags: Flags): Promise<readonly NodeFacts[] | null>
  /** When a backup was last restored as a trial, and how that ended; null: never. */
  lastDrill(flags: Flags): Promise<LastBackup | null>
  /** Null where there is no data folder. */
  dataDisk(flags: Flags): Promise<DataDisk | null>
  /**
   * @throws {AppError} `file_not_readable`; with `maxBytes` also `file_too_large`, and
   * `file_not_text` for what is not UTF-8
   */
  readTextFile(path: string, maxBytes?: number): Promise<string>
  readBinaryFile(path: string): Promise<Uint8Array>
  /** Whether a file with a secret can be read by other accounts; false where it is not there. */
  isOpenToOthers(path: string): Promise<boolean>
  /**
   * What `GET /readyz` of the running server answers; null when none does. `silent`: somebody is
   * there, and took too long.
   */
  askServer(flags: Flags): Promise<{ url: string; answer: unknown; silent: boolean }>
  rnds: RndsDeps
  /**
   * Opens a host page in a headless browser. @throws {AppError} `browser_not_found`,
   * `host_unreachable` and others
   */
  testHost(request: HostTestRequest): Promise<HostReport>
  /** Rules for pages of EHRs in the data folder. `value`: undefined where it is no JSON. */
  siteFiles(flags: Flags): Promise<{ file: string; value: unknown }[]>
  /**
   * Tries a rule without faults on a page, in a headless browser. @throws {AppError}
   * `browser_not_found`, `page_not_opened`
   */
  trySiteRule(request: SiteRuleTrial): Promise<TriedRule>
  /** The evaluation set, and the installed engines to run it. */
  openEvaluation(flags: Flags): Promise<Evaluation>
  /** Invented consultations, and the installed engines to write with. */
  openPreview(flags: Flags): Promise<TemplatePreviewer>
  /** Nothing is opened before it is needed. */
  openBackup(flags: Flags): Promise<BackupAdmin & NeedBackup>
  /** Nothing is opened before it is needed. */
  openBundle(flags: Flags): Promise<BundleAdmin>
  openUpgrade(flags: Flags): Promise<UpgradeAdmin>
  openData(flags: Flags): Promise<DataAdmin>
  /** Nothing is opened before it is needed. */
  openNodes(flags: Flags): Promise<NodeAdmin>
  /** Nothing is opened before it is needed. */
  openSupport(flags: Flags): Promise<SupportAdmin>
  /**
   * What a bundle brought for the database; null: nothing. @throws {AppError}
   * `carried_data_damaged`
   */
  takeFromBundle(flags: Flags): Promise<TakenIn | null>
  /** Builds of the plugin that this appliance serves, the current one first. */
  listPlugins(flags: Flags): Promise<KeptPlugin[]>
}

export interface HostTestRequest {
  url: string
  timeoutMs: number
  /** Texts or CSS selectors, in order. */
  clicks: readonly string[]
  browser: string | undefined
  insecure: boolean
  onStep(what: string, share: number): void
}

export interface KeptPlugin {
  version: string
  current: boolean
  /** `/plugin@1.4.0.js` */
  pinned: string
  integrity: string
  sizeBytes: number
}

export type SettingChange = readonly [key: string, value: string | undefined]

export interface SettingFlag {
  key: string
  flag: string
  takesValue: boolean
  description: string
  /** All it can be; null: more than can be listed. */
  words: readonly string[] | null
  isPath: boolean
}

export interface SettingsAccess {
  flags: readonly SettingFlag[]
  /** @throws {AppError} `config_invalid` */
  load(flags: Flags): LoadedSettings
  /**
   * Writes the file, with all changes or with none: some settings need each other. A value
   * undefined: back to the default. A path begins in the working folder, and is written whole.
   * Waits for another program that writes it, and goes on from what that one has left.
   * @throws {AppError} `config_invalid`, `settings_busy`
   */
  write(flags: Flags, changes: readonly SettingChange[]): Promise<{ path: string }>
}

export interface LoadedSettings {
  /** The few values that commands look at. */
  values: {
    dataDir: string
    host: string
    port: number
    publicUrl: string
    adminPageFrom: string
    modelMirror: string
    speechEngine: 'auto' | 'remote' | 'off'
    generator: 'auto' | 'rules' | 'llama' | 'remote'
    speechModel: string
    textModel: string | null
  }
  described: readonly DescribedSetting[]
  filePath: string
  fileExists: boolean
}

export interface DescribedSetting {
  key: string
  flag: string
  env: string
  group: string
  value: string | number | boolean | null
  source: 'flag' | 'env' | 'file' | 'default'
  allowed: string
  description: string
  secret: boolean
}

export interface Admin extends AsyncDisposable {
  access: AccessUseCases
  /** As browsers know our copy of the extension; its key is made where there is none. */
  extensionId(): Promise<string>
  audit: AuditAdmin
  templates: TemplateCatalogue
  terminology: Terminology
  tableImport: TableImport
  rnds: RndsAdmin
  submissions: SubmissionAdmin
  consult: ConsultAdmin
  /**
   * @param options.looks nothing is erased or changed, so nothing is put on record: a disk that
   * takes nothing is no hindrance
   * @throws {AppError} `retention_refused` where the settings contradict each other
   */
  retention(options?: { looks?: boolean }): Promise<Retention>
  reports: MonthlyReports & {
    keep(path: string, text: string): Promise<void>
    /** @throws {AppError} `document_not_found` */
    document(id: string): Promise<DossierDocument & { ending: Ending }>
  }
  vault: VaultAdmin
  webhooks: WebhookAdmin
  outgoing: OutgoingAdmin
  drain: DrainAdmin
  page: PageAdmin
  /** Tables of codes and document models on their way between boxes. */
  carried: {
    /** @param organizationId whose document models go along; null: nobody's */
    collect(organizationId: string | null): Promise<CarriedData>
    take(data: CarriedData): Promise<TakenIn>
  }
  vocabulary: Pick<OwnWordStore, 'find' | 'save'>
}

/**
 * The doors out of the building, beside a running server: it looks before each thing that would
 * leave.
 */
export interface OutgoingAdmin {
  find(): OutgoingHold | null
  waiting(): Promise<OutgoingWaiting>
  hold(): Promise<void>
  resume(): Promise<void>
}

/** Whether visits may begin, beside a running server, which heeds it at once. */
export interface DrainAdmin {
  find: FindDrain
  begin(): Promise<void>
  end(): Promise<void>
}

/** The page at `/admin`, beside a running server, which heeds it at once. */
export interface PageAdmin {
  /** @returns the only copy of the code; one that was not used is void */
  open(): Promise<OpenedPage>
  /** Ends every session; a code that was not used is void. */
  close(): Promise<void>
}

export interface RunningServer {
  url: string
  demoUrl: string | null
  speech(): SpeechStatus
}

export interface DiskUse {
  freeBytes: number
  totalBytes: number
  /** Per folder of the data folder, and the database. */
  parts: { name: string; sizeBytes: number }[]
}

/** As far as a page is asked for it. */
export interface TryableRule {
  pages: readonly string[]
  read?: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, string | readonly string[]>>
}

export interface SiteRuleTrial {
  rule: TryableRule
  /** A saved page, or an address. */
  page: string
  browser: string | undefined
}
