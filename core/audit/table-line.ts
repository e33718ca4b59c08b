/** An entry as a line of CSV (RFC 4180) and as a line of JSON. */
import { DIRECTION_MARKS } from '../direction-marks.ts'
import type { AuditEntry } from './entry.ts'

const COLUMNS = [
  'sequence',
  'at',
  'action',
  'outcome',
  'actor_kind',
  'actor_id',
  'person',
  'subject_kind',
  'subject_id',
  'consultation_id',
  'patient',
  'organization_id',
  'request_id',
  'facts',
  'id',
  'mac',
] as const

export const csvHeader = `${COLUMNS.join(',')}\r\n`

/** As it is told outside: the professional by the host's id, the facts as an object. */
export function presentEntry(entry: AuditEntry, person: string | null) {
  const { sequence, at, action, outcome, patient, id, mac } = entry
  return {
    sequence,
    at,
    action,
    outcome,
    person,
    patient,
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    consultation_id: entry.consultationId,
    organization_id: entry.organizationId,
    request_id: entry.requestId,
    facts: JSON.parse(entry.facts) as Record<string, unknown>,
    id,
    mac,
  }
}

export function csvLine(entry: AuditEntry, person: string | null): string {
  const told: Record<string, unknown> = { ...presentEntry(entry, person), facts: entry.facts }
  return `${COLUMNS.map((name) => cell(told[name])).join(',')}\r\n`
}

/**
 * Text that a spreadsheet would take for a formula is marked as text; what would turn the line
 * around, or end it, is written as JSON does (`\u202e`).
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const plain = String(value)
    .replace(/\p{Cc}/gu, escaped)
    .replace(DIRECTION_MARKS, escaped)
  const text = typeof value === 'string' && /^[=+\-@]/.test(plain) ? `'${plain}` : plain
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
