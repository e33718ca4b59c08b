/**
 * What `svcctl doctor` is made of: checks that look at the machine through a port and tell
 * findings. A check changes nothing; what can be mended without harm is mended by its `mend`, with
 * the same port, when somebody asks for `--fix`.
 */

import type { Organization } from '../access/access.ts'
import type { TailReport } from '../audit/verify-chain.ts'
import type { LastBackup } from '../backup/ports.ts'
import type { FindDrain } from '../drain/drain.ts'
import type { AddressSpace } from '../host-contract/check.ts'
import type { Box, CardFacts } from '../model-file/model-fit.ts'
import type { FitnessLevel } from '../model-file/model-fitness.ts'
import type { Hearing } from '../model-file/probe-sound.ts'
import type { NodeFacts } from '../node/node-facts.ts'
import type { OutgoingHold, OutgoingWaiting } from '../outgoing/hold.ts'
import type { RetentionFacts } from '../retention/ports.ts'
import type { Establishment } from '../rnds/compile-record/establishment.ts'
import type { WaitingCount } from '../rnds/ports.ts'
import type { TableInfo } from '../terminology/ports.ts'
import type { EndpointHealth } from '../webhooks/message.ts'
import type { AddressCheck } from '../webhooks/ports.ts'
import type { Mendable, PostgresState } from './postgres.ts'

/** `error`: something does not work, or not safely. `warning`: it works, and should not stay so. */
export type Severity = 'ok' | 'info' | 'warning' | 'error'

export interface DoctorFinding {
  severity: Severity
  /** What is the matter, in one sentence. */
  what: string
  /** Why it matters; absent when all is well. */
  why?: string
  /** One command that mends it, ready to be run. */
  fix?: string
}

export interface Check {
  /** Stable: scripts and documents refer to it. */
  id: string
  title: string
  /**
   * Tries the thing itself, for seconds, or calls another machine: only when it is asked for
   * (`--probe`).
   */
  probe?: true
  /** Measures: nothing else runs meanwhile. */
  alone?: true
  run(host: DoctorHost): Promise<DoctorFinding>
  /** Only where it can do no harm. */
  mend?(host: DoctorHost): Promise<void>
}

/**
 * The machine and the installation, as the checks see them. Paths are absolute; modes are
 * permission bits.
 */
export interface DoctorHost {
  readonly settings: DoctorSettings
  readonly box: Box
  readonly nodeVersion: string
  /** The account that this runs under, as a number; null where there are none. */
  readonly account: number | null
  now(): Date
  path(path: string): Promise<PathFacts | null>
  freeBytes(path: string): Promise<number>
  /** Room kept in a file on the data's disk; null: nothing is known of it. */
  diskReserve(): Promise<DiskReserveFacts | null>
  /** How many more files the disk can name; null where it does not count them. */
  freeFiles(path: string): Promise<number | null>
  /** null: a disk of this machine, or one of which nothing is known. */
  fileSystem(path: string): Promise<FileSystem | null>
  /** null where the system does not tell. */
  process(): Promise<ProcessFacts | null>
  /** Asked only where the database is up to date. */
  work(): Promise<WorkFacts>
  /** What a small durable write takes when nothing else is in its way, in ms. */
  durableWriteMs(folder: string): Promise<number>
  database(): Promise<DatabaseFacts | null>
  /**
   * What a small commit takes likewise, in ms: of SQLite on a database made for it, of PostgreSQL
   * with the way to it. null: it takes none.
   */
  commitMs(): Promise<number | null>
  /**
   * Does the master key open what this database holds? null: there is none yet. `issue`: why not,
   * as a code.
   */
  masterKeyFits(): Promise<{ issue: string | null } | null>
  /**
   * Things in the data folder that belong to another account than the folder itself: the first few,
   * and all of them counted.
   */
  foreignFiles(): Promise<{ count: number; first: string[] }>
  /** Folders of sound that belong to no recording on record. */
  orphanSound(): Promise<string[]>
  signingKeys(): Promise<number>
  /** Null: none has begun. */
  audit(): Promise<AuditFacts | null>
  backup(): Promise<BackupFacts>
  /** Null: no database of this release. */
  retention(): Promise<RetentionFacts | null>
  /** Null: what is due goes out. */
  outgoing(): Promise<{ hold: OutgoingHold; waiting: OutgoingWaiting | null } | null>
  /** Null: visits may begin. */
  draining: FindDrain
  /** Several servers on one database; null: one serves. */
  nodes(): Promise<NodeFacts[] | null>
  /**
   * The store behind the data folder; null: none is configured. `look` changes nothing there, `try`
   * writes an object of its own and removes it.
   */
  store(how: 'look' | 'try'): Promise<StoreFacts | null>
  /** One for each address that an administrator added. */
  webhooks(): Promise<WebhookHealth[]>
  organizations(): Promise<Organization[]>
  /** Where a browser finds a host, by its name or address; null: no name server here knows it. */
  addressSpace(hostname: string): Promise<AddressSpace | null>
  /** Where others find this machine, by its network cards. */
  ownSpace(): AddressSpace
  /** Facts of every active organization. */
  rnds(): Promise<RndsFacts[]>
  /** What is in force of the network's profiles, and what is to come. */
  rndsDefinitions(): Promise<RndsDefinitionsFacts>
  /** Tables of codes, those of the built-in set included. */
  terminology(): Promise<TableInfo[]>
  /** Names of the tools missing to compile the speech runtime. */
  missingTools(): Promise<string[]>
  runtime(): Promise<{ kind: string; version: string; path: string } | null>
  /** null: no NVIDIA card, or none that answers. */
  speechCard(): Promise<CardFacts | null>
  /** Who builds it now, or says so. null: nobody. */
  buildLock(): Promise<BuildLockFacts | null>
  /** Real recognition of a real clip; null when there is no clip or no model to try with. */
  speechProbe(): Promise<SpeechProbeFacts | null>
  /** Real reading of a tiny PDF and a tiny picture. */
  fileProbe(): Promise<FileProbeFacts>
  model(nameOrPath: string): Promise<ModelFacts | null>
  /**
   * The speech model of the catalogue that this machine carries and that is larger than the one in
   * the box; null: none.
   */
  largerSpeechModel(): Promise<string | null>
  /**
   * A clip goes the whole way, on a service of its own beside this one: null where there is no
   * model, or no runtime that works.
   */
  soundPath(): Promise<SoundPathFacts | null>
  /** Connects to the national network as each organization would; nothing is sent. */
  rndsHosts(): Promise<RndsHostFacts[]>
  /** Access of organizations with profile and certificate. */
  rndsAccess(): Promise<RndsAccessFacts[]>
  /** Asks the servers of the network that the settings name for their models. */
  remoteServer(which: 'speech' | 'text'): Promise<RemoteServerFacts>
  /** The certificate of the service itself; null: it has none. */
  tls(): Promise<TlsFacts | null>
  /** Who answers on the configured port; `elsewhere`: the address is none of this machine's. */
  portUser(): Promise<'nobody' | 'us' | 'us-elsewhere' | 'somebody' | 'elsewhere'>
  /** Goes the way of browsers, through whatever stands in front. */
  publicProbe(): Promise<PublicProbeFacts>
  /** Built files that are missing. */
  missingBuild(): Promise<string[]>
  mend: DoctorMends
}

export interface DiskReserveFacts {
  keptBytes: number
  wholeBytes: number
  /** Less is free than nothing new may take. */
  isLow: boolean
}

export interface StoreFacts {
  /** `s3://bucket` */
  url: string
  /** The step that failed; null: none did. */
  failedAt: 'settings' | 'list' | 'write' | 'read' | 'remove' | null
  /** What the store or the network answered, a code; of `settings` a sentence. */
  word: string
}

export interface DoctorSettings {
  dataDir: string
  /** Folder of this machine, where several servers share the data folder; null: one serves. */
  nodeDir: string | null
  keysDir: string
  modelsDir: string
  host: string
  port: number
  publicUrl: string
  /** For which the browsers' policy is rolled out. */
  localNetworkOrigins: readonly string[]
  demo: boolean
  trustedProxies: number
  runtimeDir: string
  speechEngine: 'auto' | 'remote' | 'off'
  speechModel: string
  /** An administrator's own recognizer. */
  speechBinary: string | null
  vadModel: string
  generator: 'auto' | 'rules' | 'llama' | 'remote'
  textModel: string | null
  speechRemoteUrl: string | null
  generatorRemoteUrl: string | null
  tlsCertificateFile: string | null
  tlsKeyFile: string | null
  backupPassphraseFile: string | null
  masterKeyPassphraseFile: string | null
}

/**
 * Kinds of disk that data do not belong on: memory, a container's own layer, a share of another
 * machine.
 */
export type FileSystem = 'memory' | 'layer' | 'network'

/** `issue`: in words, why the files are of no use. */
export type TlsFacts =
  | {
      issue: string
      /**
       * A key beside the files that belongs to the certificate, where the one that is named does
       * not.
       */
      fittingKey: string | null
      /**
       * Which certificate of the file, from 1, the key belongs to, where that is not the first;
       * else null.
       */
      behind: number | null
    }
  | {
      issue: null
      validFrom: Date
      validUntil: Date
      /** `DNS:svc.hospital.example, IP Address:10.0.0.7` */
      names: string
      fitsPublicUrl: boolean
      /**
       * Who issued it, where that one's certificate is not behind it and no authority that is known
       * here; null: all is there.
       */
      missingIssuer: string | null
    }

export interface PathFacts {
  kind: 'file' | 'folder' | 'other'
  mode: number
  sizeBytes: number
  modifiedAt: Date
  writable: boolean
  readable: boolean
  /** Not written because its disk is mounted read-only, whosever it is. */
  diskReadOnly: boolean
  /** Belongs to the account that this runs under. */
  isOwn: boolean
}

export interface ProcessFacts {
  /** Name of the processor. */
  model: string
  /** Those that the engines are built for. */
  vectorUnits: boolean
  isRoot: boolean
  /** The account that the unit of config/operations runs under is there. */
  hasServiceAccount: boolean
  /** null: no limit. */
  openFiles: number | null
  dumpsMemory: boolean
  /** Swap devices and files that are neither memory nor encrypted. */
  plainSwap: string[]
  sharedMemoryMiB: number | null
}

export interface WorkFacts {
  /** Keys of active organizations. */
  activeKeys: number
  /** Consultations are on record. */
  hasConsultations: boolean
  failedTexts: number
  /** Hours since the oldest record began to wait for the national network; null: none waits. */
  oldestPendingRecordH: number | null
  /** By what they wait for, beside their turn. */
  waitingRecords: WaitingCount[]
}

/** How the newest part of the audit stands; `failure`: why it cannot be told. */
/**
 * `failure`: a code, or `master_key_closed`: the key that opens the audit's own could not be had.
 */
export type AuditFacts = { failure: string } | ({ failure: null } & TailReport)

export interface BackupFacts {
  /** Hours between scheduled ones; 0: none is scheduled. */
  everyH: number
  /** Folder in the settings. */
  folder: string
  /** Where something should be mounted for it and is not. */
  missingMount: string | null
  /** When it was made. */
  newest: Date | null
  /** Its file; null where there is none. */
  newestPath: string | null
  /** Why that file can be no backup: `unreadable`, `not_a_backup`; null: it may be one. */
  newestIssue: 'unreadable' | 'not_a_backup' | null
  /** It lies on the disk of the data. */
  besideData: boolean
  /** The last one that was written to another place by name, and read back there; null: none. */
  elsewhere: { at: Date; path: string } | null
  /** The last one that was restored as a trial, and the code of why it is of no use; null: none. */
  drill: LastBackup | null
  /** The code of the last attempt, where it failed. */
  failure: string | null
}

export interface DatabaseFacts {
  /** Why it does not open; null when it does. */
  failure: string | null
  /** What PostgreSQL refuses us, where it is known in words. */
  refused?: Mendable
  /** null for SQLite. */
  server?: PostgresState | null
  /** SQLite's own words: "ok", or what is broken. null for other databases. */
  integrity: string | null
  pending: string[]
  /** Steps that a newer version took. */
  foreign: string[]
}

export interface WebhookHealth extends EndpointHealth {
  /**
   * Where its name leads from this machine, and whether the settings allow that; null: its settings
   * do not open.
   */
  address: AddressCheck | null
  /** The setting `webhookNetworks` as it is: a fix adds to it. */
  allowedNetworks: string
}

/** How an organization is connected to the national network. */
export interface RndsFacts {
  organizationId: string
  /** null: never set. */
  establishment: Establishment | null
  /** null: no certificate. */
  certificateUntil: Date | null
}

export interface RndsDefinitionsFacts {
  /** Why they cannot be read, as a code; null when they can. */
  issue: string | null
  /** Version of a RAC: `built-in#2025-08-05`. */
  inForce: string
  ahead: { id: string; from: string }[]
  /** Newer than what is in force of the same name. */
  unused: { newest: string; inUse: string }[]
}

export interface BuildLockFacts {
  path: string
  heldMs: number
  /** Its holder is gone: the next build takes it over. */
  isAbandoned: boolean
}

export interface SpeechProbeFacts {
  /** How much of a clear voice it wrote. */
  hearing: Hearing
  /** Seconds of sound per second: below 1 it falls behind live speech. */
  timesRealTime: number
  /** False for a build that does not use what this processor offers. */
  usesProcessor: boolean
  /** Whether it was computed on a graphics card; null for a runtime that is for none. */
  usedCard: boolean | null
  model: string
}

export interface SoundPathFacts {
  /** How far it came: the step that failed, or null. */
  failedAt: 'start' | 'sound' | 'durable' | 'transcript' | null
  /** Why, as a code or a state; empty when it went through. */
  reason: string
  words: number
  /** From the first byte of sound to the final text, in ms. */
  tookMs: number
}

export interface PublicProbeFacts {
  url: string
  /** How large the body was. */
  sentMiB: number
  /**
   * null: all arrived. `not_us`, `body`, `channel`: somebody else answered, with `status`;
   * `silent`, or why nobody did, as a code; `not_running`: there was nothing to try.
   */
  issue: string | null
  status: number | null
}

export interface RndsHostFacts {
  organizationId: string
  /** `ehr-auth.saude.gov.br` */
  host: string
  /** null: it answers with a certificate that is believed. Else a word of `RemoteIssue`. */
  issue: string | null
}

export interface RndsAccessFacts {
  organizationId: string
  /** False also where no practitioner is set on whose behalf to ask. */
  lookedUp: boolean
  /** null: let in. `certificate_refused`, `practitioner_not_found` … */
  issue: string | null
  /** Whose CNPJs the certificate and the requester's id name, where they differ. */
  otherCnpj?: { certificate: string; requester: string } | undefined
}

export interface RemoteServerFacts {
  /** Of several servers the one that most needs somebody; null: the setting is of no use. */
  url: string | null
  /** How many of them answered. */
  answering: number
  /**
   * Why it gave no list; null when it did. A word of `RemoteIssue`, `status_401`, or what is wrong
   * with a file.
   */
  issue: string | null
  /** The setting whose file is of no use. */
  setting: string | null
  /** It has the model that it would be asked for; null where it keeps no list. */
  hasModel: boolean | null
  /** How much its model holds; null: it does not say, or hears. */
  contextTokens: number | null
  /** Who computes the model in another network: what is sent to the server goes on there. */
  elsewhere: string | null
  model: string
  /** What is sent there could be read on the way. */
  isPlain: boolean
  /** The box's own engine takes over. */
  hasFallback: boolean
}

export interface FileProbeFacts {
  /** Text on pictures is read. */
  recognition: boolean
  /** What could not be read: `PDF`, `picture`. */
  failures: string[]
}

export interface ModelFacts {
  path: string
  /** In the catalogue; null: it is in none. */
  name: string | null
  /** null: too large to be read every time; its size agrees, and a probe reads it. */
  sha256: string | null
  /** null: nobody says what its SHA-256 should be. */
  expected: string | null
  memoryMiB: number | null
  /** Fitness of a language model; null: unproven. */
  fitness: FitnessLevel | null
}

export interface DoctorMends {
  makeFolder(path: string): Promise<void>
  restrict(path: string, mode: number): Promise<void>
  /** Gives what belongs to another account in the data folder to the folder's own. */
  giveToOwner(): Promise<void>
  /** Takes the log of the database in, where nobody reads it. */
  takeInLog(): Promise<void>
  makeSigningKey(): Promise<void>
  buildRuntime(): Promise<void>
}
