/**
 * The national network (RNDS) as the domain sees it. Answers to writing calls are told apart by
 * what is certain: whether the network has the document decides if sending again could make a
 * duplicate (RNDS.md §4.1).
 */
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import type { Bundle } from '../fhir/types.ts'

/** One reason of a refusal, as the network told it (spec §7). */
export interface NetworkIssue {
  severity: string
  /** `ERR793`, `MSG009`, or the FHIR issue type where the network gave no code of its own. */
  code: string
  diagnostics: string
}

/** Why a call came to nothing. No personal data. */
export interface NetworkTrouble {
  /**
   * `certificate_missing`, `certificate_expired`, `certificate_refused`, `connect`, `timeout`,
   * `reset`, `token`, `gateway`, `transient`
   */
  code: string
  httpStatus: number | null
  message: string
}

export type SubmitAnswer =
  /** `headers`: those worth keeping, by name in small letters. */
  | { kind: 'accepted'; networkId: string; headers: Record<string, string> }
  | { kind: 'rejected'; httpStatus: number; issues: NetworkIssue[] }
  /** The pair of system and value is known already (ERR866); `networkId` when the text names it. */
  | { kind: 'duplicate'; networkId: string | null; issues: NetworkIssue[] }
  /** It never left: sending again is safe. */
  | { kind: 'unsent'; trouble: NetworkTrouble }
  /** It may have arrived: ask by identifier before sending again. */
  | { kind: 'unknown'; trouble: NetworkTrouble }

export type DeleteAnswer =
  | { kind: 'deleted' }
  /** 404 or 410: it is not there any more. */
  | { kind: 'gone' }
  | { kind: 'rejected'; httpStatus: number; issues: NetworkIssue[] }
  | { kind: 'unsent'; trouble: NetworkTrouble }
  | { kind: 'unknown'; trouble: NetworkTrouble }

/** One version of a document as `/api/identifier` lists it (RNDS.md §4.4). */
export interface NetworkVersion {
  networkId: string
  status: 'final' | 'entered-in-error'
  /** Network ids of versions that this one replaces. */
  replaces: string[]
}

export interface NetworkPatient {
  cpf: string | null
  /** The official one; null of people whom the network knows by their CPF alone. */
  cns: string | null
  name: string
  /** ISO date. */
  birthDate: string | null
  /** ISO date; null also where the network only says that the patient is dead. */
  deathDate: string | null
  gender: string | null
  active: boolean
}

export interface NetworkPractitioner {
  cns: string
  cpf: string | null
  name: string
  /** Null where the network does not tell, as in its published samples. */
  council: Council | null
}

/** A registration with a professional council: CRM 12345 of SP. */
export interface Council {
  name: string
  number: string
  /** Two capitals; null where it does not say. */
  state: string | null
}

/** A person in an establishment, with the occupations (CBO, 6 digits) they have there. */
export interface NetworkRole {
  cns: string
  cnes: string
  cbo: string[]
}

/** On whose behalf: goes into the `Authorization` header, digits only (RNDS.md §3.2). */
export interface Caller {
  practitionerCns: string
}

export interface CallOptions {
  signal?: AbortSignal
}

/**
 * One establishment's way to the network. Writing calls never throw for what the network or the
 * wire does; look-ups give null when nobody is found and throw `rnds_unavailable` when the network
 * cannot be asked.
 */
export interface NationalNetwork {
  /** Whether the certificate opens the door; nothing else is asked. @returns why it does not */
  askAccess(): Promise<NetworkTrouble | null>
  submit(bundle: Bundle, as: Caller, options?: CallOptions): Promise<SubmitAnswer>
  /** Logical and irreversible. */
  remove(networkId: string, as: Caller, options?: CallOptions): Promise<DeleteAnswer>
  /** @throws {AppError} `rnds_unavailable` */
  findByLocalId(
    query: { system: string; value: string; documentType: NetworkDocumentType },
    as: Caller,
    options?: CallOptions,
  ): Promise<NetworkVersion[]>
  /**
   * @returns null when it is not there (404) or deleted (410). @throws {AppError}
   * `rnds_unavailable`
   */
  readDocument(networkId: string, as: Caller, options?: CallOptions): Promise<Bundle | null>
  /** By CNS where both are given. @throws {AppError} `rnds_unavailable` */
  findPatient(
    query: { cpf?: string; cns?: string },
    as: Caller,
    options?: CallOptions,
  ): Promise<NetworkPatient | null>
  /** @throws {AppError} `rnds_unavailable` */
  findPractitioner(
    cns: string,
    as: Caller,
    options?: CallOptions,
  ): Promise<NetworkPractitioner | null>
  /** @throws {AppError} `rnds_unavailable` */
  findRole(
    cns: string,
    cnes: string,
    as: Caller,
    options?: CallOptions,
  ): Promise<NetworkRole | null>
}

/**
 * The way of one organization. @throws {AppError} `rnds_unavailable` when it has no profile or no
 * certificate
 */
export type NetworkOf = (organizationId: string) => Promise<NationalNetwork>
