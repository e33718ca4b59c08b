import type { TrailReader } from '../core/audit/entry.ts'
import type { AuditAct, AuditActor, AuditTrail } from '../core/audit/ports.ts'
import type { ChainReport } from '../core/audit/verify-chain.ts'
import type { MovedFiles } from '../core/data-move/move-files.ts'
import type { MovedRows } from '../core/data-move/move-rows.ts'
import type { NodeFacts } from '../core/node/node-facts.ts'
import type { SupportPart } from '../core/support/parts.ts'
import type { DescribeVisit, ListVisits, VisitsBeginning } from '../core/vault/describe-visit.ts'
import type { EraseConsultations } from '../core/vault/erasure.ts'
import type { ManageHolds } from '../core/vault/hold.ts'
import type { VerifyContent } from '../core/vault/verify-content.ts'
import type { ManageWebhooks } from '../core/webhooks/manage-webhooks.ts'
import type { EndpointStore, MessageStore } from '../core/webhooks/ports.ts'
import type { StepBack } from './bundle-deps.ts'

/** What `svcctl consult` works with. */
export interface ConsultAdmin {
  erasure: EraseConsultations
  /** Ids of the consultations of a patient, by the host's identifier. */
  ofPatient(organizationId: string, patientId: string): Promise<string[]>
  list: ListVisits
  beginning: VisitsBeginning
  holds: ManageHolds
  verify: VerifyContent
  show: DescribeVisit
}

/** Answers that `init` asks for. */
export interface InitAnswers {
  organization: string
  user: string
  keyName: string
  origins: string[]
}

/** What the `init` was told that has not come to its end; nothing where every one has. */
export interface UnfinishedInit {
  find(): Promise<InitAnswers | null>
  /** Makes the data folder where there is none. */
  keep(answers: InitAnswers): Promise<void>
  drop(): Promise<void>
}

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

/** What `svcctl upgrade` works with. */
export interface UpgradeAdmin {
  plan(): Promise<UpgradePlan>
  /**
   * Tries the steps on a copy, keeps the state from before, and takes them. @throws {AppError}
   * `other_server`, `server_running`, `upgrade_rehearsal_failed`
   */
  take(): Promise<Upgraded>
  /**
   * Back to the state that the last upgrade kept, where the program from before cannot read what is
   * there. @throws as `take`, and `upgrade_not_kept`
   */
  back(dryRun: boolean): Promise<StepBack>
}

export interface UpgradePlan {
  /** `external`: PostgreSQL, of which nothing is kept here. */
  kind: 'sqlite' | 'external'
  /** Steps of the schema that are missing, in order. */
  pending: readonly string[]
  /** How many it has. */
  taken: number
  /** Rows that lie in it, by table; empty where nobody counted. */
  rows: Readonly<Record<string, number>>
  /** Servers at work on it: they go on beside steps that only add, and stop others. */
  serving: readonly Pick<NodeFacts, 'address' | 'version'>[]
}

export interface Upgraded {
  taken: readonly string[]
  /** Where the state from before lies; null: nothing was to keep, or it is not here. */
  kept: string | null
}

/** What `svcctl vault` works with. */
export interface VaultAdmin {
  status(): Promise<VaultStatus>
  /**
   * A new master key takes the old one's place.
   * @param source null: protected as it is now
   * @throws {AppError} `vault_changed`, `vault_unchanged`, `passphrase_needed`, `passphrase_weak`,
   * `master_key_command_failed`
   */
  rotate(
    source: KeySourceName | null,
    access: NewKeyAccess,
  ): Promise<{ from: string; to: string; source: KeySourceName; sealed: number }>
}

export type KeySourceName = 'file' | 'passphrase' | 'command'

interface NewKeyAccess {
  passphraseFile: string | null
  command: string | null
  /** Null when nobody is there to be asked. */
  askPassphrase: (() => Promise<string>) | null
}

interface VaultStatus {
  /** Fingerprint of the master key in force. */
  fingerprint: string
  source: KeySourceName
  keysDir: string
  /** Keys and secrets that it seals. */
  sealed: number
  /** Files of keys that are not in force: what a rotation left that broke off. */
  leftOver: string[]
}

/**
 * Part of `Admin`: straight on the data folder; only adding (a look at the name) and testing open
 * anything.
 */
export interface WebhookAdmin {
  manage: ManageWebhooks
  endpoints: Pick<EndpointStore, 'list'>
  messages: Pick<MessageStore, 'list' | 'attemptsOf'>
}

/** What `svcctl audit` works with, beside a running server or without one. */
export interface AuditAdmin {
  /** For commands that keep record of what they do themselves. */
  trail: AuditTrail
  /** Whoever runs the command, by the name of the system's account. */
  actor: AuditActor
  /** As things are, before this command puts anything on record. */
  examine(): Promise<{
    reader: TrailReader
    sign(text: string): string
    publicKey: string
    verify(onProgress: (entries: number) => void): Promise<ChainReport>
  }>
  /** Before what is told and cannot be untold. @throws where nothing can be put on record */
  ready(): Promise<void>
  /** Puts on record what the administrator does with the trail itself. */
  record(act: Pick<AuditAct, 'action' | 'outcome' | 'facts'>): Promise<void>
}

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

interface Invited {
  /** `host:pid` of the program that took the key. */
  process: string
}

interface Joined {
  /** Fingerprint of the master key. */
  fingerprint: string
  keysDir: string
}

/** What `svcctl node` works with. */
export interface NodeAdmin {
  /**
   * Waits until one server has taken the master key.
   * @param onCode called once, when a server may come
   * @throws {AppError} `nodes_not_set`, `join_expired`, `join_tries_spent`
   */
  invite(request: { validForS: number; onCode(code: string): void }): Promise<Invited>
  /**
   * Takes the master key into this server's own folder.
   * @throws {AppError} `nodes_not_set`, `join_code_invalid`, `join_code_unknown`,
   * `join_code_refused`, `join_not_needed`
   */
  join(code: string): Promise<Joined>
  /** @throws {AppError} `code_needed` */
  codeIn(path: string | null): Promise<string>
}
