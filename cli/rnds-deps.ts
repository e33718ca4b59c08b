/** What the commands of the national network need (`bin/svcctl-deps.ts` hands it over). */
import type { DefinitionNote } from '../core/fhir/profile/load-definitions.ts'
import type { ManageCertificates } from '../core/rnds/certificate.ts'
import type { ManageEstablishments } from '../core/rnds/edit-establishment.ts'
import type { EvidenceFile } from '../core/rnds/evidence.ts'
import type { KnownRoles } from '../core/rnds/known-roles.ts'
import type { NetworkOf } from '../core/rnds/network.ts'
import type { CheckBundle, SubmissionStore } from '../core/rnds/ports.ts'
import type { ManageProfessionals } from '../core/rnds/professional.ts'
import type { ProfilePackage, ProfileShelf, ProfileUse } from '../core/rnds/profile-package.ts'
import type { RetryRecord } from '../core/rnds/retry-record.ts'
import type { Preflight } from '../core/rnds/submission-compile.ts'

/** As in deps.ts, which imports this. */
type Flags = Record<string, unknown>

/** Part of `Admin`: straight on the data folder; only `networkOf` opens connections. */
export interface RndsAdmin {
  certificates: ManageCertificates
  establishments: ManageEstablishments
  networkOf: NetworkOf
  roles: KnownRoles
  professionals: ManageProfessionals
}

/**
 * Records of consultations in the network: part of `Admin`, beside a running server or without one.
 */
export interface SubmissionAdmin {
  store: Pick<SubmissionStore, 'list' | 'find' | 'listAttempts' | 'countByState' | 'countWaiting'>
  check: CheckBundle
  retry: RetryRecord
  preflight: Preflight
}

export interface RndsDeps {
  /** Nothing is replaced. @returns where they are. @throws {AppError} `file_exists` */
  keepEvidence(folder: string, files: readonly EvidenceFile[]): Promise<string[]>
  definitions(flags: Flags): Definitions
  startSimulator(
    flags: Flags,
    choices: SimulatorChoices,
    onCall: (call: { operation: string; status: number | null; fault: string | null }) => void,
  ): Promise<StartedSimulator>
}

/** Packages of the network's profiles, and from when each is in force. */
export interface Definitions {
  find(): Promise<ProfileShelf>
  /** What a package, or a folder of files, is; nothing is kept. */
  lookAt(source: string): Promise<{ found: ProfilePackage; notes: DefinitionNote[] }>
  /** @returns false where it lies here already */
  keep(found: ProfilePackage): Promise<boolean>
  /** @param from a day; null: today */
  use(reference: string, from: string | null): Promise<ProfileUse[]>
  /** @param reference null: all */
  remove(reference: string | null): Promise<boolean>
}

export interface SimulatorChoices {
  host: string
  port: number
  latencyMs: number
  /** `reject:ERR793` */
  fault: string | undefined
  anyone: boolean
  /** Prescriptions are taken as documents of their own. */
  rpm: boolean
  /** `0301010072:202501-202512`: codes that are not in every month's table. */
  months: readonly string[]
  /** How far its clock is ahead of this machine's. */
  clockMs: number
  requesterId: string | null
  /** Forget the documents of earlier runs. */
  fresh: boolean
}

export interface StartedSimulator {
  authUrl: string
  ehrUrl: string
  certificatePath: string
  certificatePassword: string
  /** Of invented people, to try with. */
  sample: { patientCpf: string; practitionerCns: string; cnes: string }
  close(): Promise<void>
}
