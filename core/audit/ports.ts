/**
 * The audit of the whole box, as the domain sees it: who did what, to what, when, and how it ended
 * (DESIGN §2.3, SPEC-GAPS C32). What is kept outlives what it speaks of, so it holds ids, codes,
 * counts and digests, and never a clinical word, a name or a token.
 */
import type { AuditAction } from './actions.ts'

/**
 * Whose something is: the consultation behind a document, a recording or a file, and its people,
 * for the entry of an act on it.
 */
export type LocatedKind = 'consultation' | 'document' | 'recording' | 'file'

export interface Located {
  consultationId: string
  /** By the host's ids. */
  patientId: string
}

/** Null for what is not the organization's, or not there any more. */
export type Locate = (
  organizationId: string,
  kind: LocatedKind,
  id: string,
) => Promise<Located | null>

export interface AuditAct {
  actor: AuditActor
  /** From the one table (actions.ts), which every reader of the trail shares. */
  action: AuditAction
  /** What it was done to; null where the act has no object but the box. */
  subject: AuditSubject | null
  /** Null for what concerns no single organization. */
  organizationId: string | null
  outcome: 'success' | 'refused' | 'failed'
  /** Where the act came in over HTTP or the channel: the same as in the log and in the answer. */
  requestId: string | null
  /** Ids, codes, counts and digests. */
  facts: AuditFacts
  /** The consultation it belongs to, where the subject is something inside one. */
  consultationId?: string | null
  /**
   * The host's id of the patient, in clear. It is not kept: the trail keeps its keyed pseudonym, by
   * which all that was done to one patient is found again by whoever knows the id and holds the
   * keys.
   */
  patientId?: string | null
  /**
   * The professional behind the actor, by the host's id. Kept sealed: it is told again to whoever
   * reads the trail on the box, and not to who has the database alone.
   */
  personId?: string | null
}

/**
 * `administrator`: by the name of the system's account, through `svcctl`. `api_key`: by the key's
 * id. `session`: by the token's id; who that token was issued to is in the act of its issue.
 * `system`: by the part that acted on its own.
 */
export interface AuditActor {
  kind: 'administrator' | 'api_key' | 'session' | 'system'
  id: string
}

export interface AuditSubject {
  /** `consultation`, `document`, `recording`, `file`, `key`, `organization`, … */
  kind: string
  id: string
}

export type AuditFacts = Record<string, string | number | boolean | null>

export interface AuditTrail {
  /**
   * Resolves when the act is in the chain and on the disk. Acts that are appended at the same time
   * share one flush.
   * @throws {AppError} `audit_unavailable`: nothing was written, and the act should not count as
   * done
   */
  append(act: AuditAct): Promise<void>
  /**
   * For acts that are many and must not wait for a flush: when it resolves, the act survives the
   * end of this process, and a moment later it is in the chain.
   * @throws {AppError} `audit_unavailable`
   */
  note(act: AuditAct): Promise<void>
}
