/**
 * One entry of the chain, as it rests. Its MAC covers every field and the MAC before it, so that no
 * entry can be altered, removed, put in or moved without the ones behind it telling. The fields are
 * texts as they are stored: nothing is read into another type and written back before it is
 * compared.
 */
import type { AuditAction } from './actions.ts'
import type { AuditAct, AuditActor } from './ports.ts'

/** An act with its name and time, before it has its place in the chain. */
export interface PlacelessEntry {
  /** A uuid: the same act is never in the chain twice. */
  id: string
  /** ISO 8601, UTC, milliseconds. */
  at: string
  organizationId: string | null
  action: AuditAction
  actorKind: AuditActor['kind']
  actorId: string
  subjectKind: string | null
  subjectId: string | null
  consultationId: string | null
  /** Keyed pseudonym of the patient: hex, 32 characters. */
  patient: string | null
  /**
   * The professional, by the host's id, sealed with the audit's own key: the same person gives the
   * same text.
   */
  person: string | null
  outcome: AuditAct['outcome']
  requestId: string | null
  /** JSON object. */
  facts: string
}

export interface AuditEntry extends PlacelessEntry {
  /** From 1, without gaps. */
  sequence: number
  /** Hex; of `macText`. */
  mac: string
}

/** What the first entry stands on. */
export const CHAIN_START = '0'.repeat(64)

const FORMAT = 1

/**
 * What the MAC of an entry is taken of. Two different entries never have the same text: it is JSON
 * of a fixed order.
 */
export function macText(entry: PlacelessEntry & { sequence: number }, before: string): string {
  return placedText(worded(entry), entry.sequence, before)
}

/**
 * An act in the words that are kept: worded once, whether it waits in the spool, is linked or is
 * written down.
 */
export interface WordedEntry {
  id: string
  /** The fields in their order as JSON, without the brackets around them. */
  fields: string
}

export function worded(entry: PlacelessEntry): WordedEntry {
  const values = entryFields.map((name) => entry[name])
  return { id: entry.id, fields: JSON.stringify(values).slice(1, -1) }
}

/** `macText` of what is worded already. @param before hex */
export function placedText({ fields }: WordedEntry, sequence: number, before: string): string {
  return `[${FORMAT},"${before}",${sequence},${fields}]`
}

export const entryFields = [
  'id',
  'at',
  'organizationId',
  'action',
  'actorKind',
  'actorId',
  'subjectKind',
  'subjectId',
  'consultationId',
  'patient',
  'person',
  'outcome',
  'requestId',
  'facts',
] as const satisfies readonly (keyof PlacelessEntry)[]

interface Making {
  id: string
  at: Date
  /** Pseudonym of a patient of an organization; the same id always gives the same. */
  pseudonym(organizationId: string | null, patientId: string): string
  sealPerson(personId: string): string
}

export function placeless(
  act: AuditAct,
  { id, at, pseudonym, sealPerson }: Making,
): PlacelessEntry {
  const { actor, subject, patientId = null, consultationId = null, personId = null } = act
  return {
    id,
    at: at.toISOString(),
    organizationId: act.organizationId,
    action: act.action,
    actorKind: actor.kind,
    actorId: actor.id,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    consultationId: consultationId ?? (subject?.kind === 'consultation' ? subject.id : null),
    patient: patientId === null ? null : pseudonym(act.organizationId, patientId),
    person: personId === null ? null : sealPerson(personId),
    outcome: act.outcome,
    requestId: act.requestId,
    facts: JSON.stringify(act.facts),
  }
}

/** Digits of a time in ms, as RFC 9562 §5.7 places them. */
const TIME_DIGITS = 12

/**
 * A UUID of version 7 (RFC 9562 §5.7): ids of later times are greater. An index of random ids is
 * written at as many places as there are entries, and the longer the audit the more of them; in
 * order they lie side by side.
 * @param random a UUID of version 4
 */
export function orderedId(random: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

/** Reading the trail: what an auditor may ask for. */
export interface AuditFilter {
  /** The host's id; its organization is part of the question. */
  patient?: { organizationId: string; patientId: string } | undefined
  /** A professional, by the host's id. */
  personId?: string | undefined
  consultationId?: string | undefined
  /** A kind of actor (`administrator`), or the id of one: an account, a key, a token. */
  actor?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Only what came after this entry. */
  after?: number | undefined
  /** Only what came before this entry. */
  before?: number | undefined
}

export interface TrailReader {
  /** All that fits, by sequence, in pages. */
  read(filter: AuditFilter): AsyncIterable<readonly AuditEntry[]>
  /** The newest that fit, oldest first. */
  newest(filter: AuditFilter, count: number): Promise<readonly AuditEntry[]>
  /** The host's id of the professional; null where the entry has none, or an altered one. */
  personOf(entry: AuditEntry): string | null
}
