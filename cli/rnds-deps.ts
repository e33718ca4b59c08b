/** What the commands of the national network need (`bin/svcctl-deps.ts` hands it over). */
import type { DefinitionNote } from '../core/fhir/profile/load-definitions.ts'
import type { ManageCertificates } from '../core/rnds/certificate.ts'
import type { RetryRecord } from '../core/rnds/deliver-retry.ts'
import type { ManageEstablishments } from '../core/rnds/edit-establishment.ts'
import type { KnownRoles } from '../core/rnds/known-roles.ts'
import type { NetworkOf } from '../core/rnds/network.ts'
import type { CheckBundle, SubmissionStore } from '../core/rnds/ports.ts'
import type { ManageProfessionals } from '../core/rnds/professional.ts'
import type { Preflight } from '../core/rnds/submission-preflight.ts'

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
  definitions(flags: Flags): Definitions
  startSimulator(
    flags: Flags,
    choices: SimulatorChoices,
    onCall: (call: { operation: string; status: number | null; fault: string | null }) => void,
  ): Promise<StartedSimulator>
}

/** Rules of the network that replace those of the product. */
export interface Definitions {
  find(): Promise<DefinitionsFacts | null>
  importFrom(folder: string): Promise<DefinitionsFacts & { notes: DefinitionNote[] }>
  remove(): Promise<boolean>
}

export interface DefinitionsFacts {
  importedAt: Date
  files: number
  set: { profiles: object; valueSets: object; codeSystems: object }
}

export interface SimulatorChoices {
  host: string
  port: number
  latencyMs: number
  /** `reject:ERR793` */
  fault: string | undefined
  anyone: boolean
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
