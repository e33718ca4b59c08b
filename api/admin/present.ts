/** From what the use cases give to what the page is told (core/contract/admin-page.ts). */
import type { ApiKey, Organization, User } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/entry.ts'
import type {
  AdminChecksBody,
  AdminEntry,
  AdminKey,
  AdminModel,
  AdminRecord,
  AdminStatusBody,
  AdminTemplate,
  AdminUser,
  AdminWebhook,
} from '../../core/contract/admin-page.ts'
import type { Severity } from '../../core/doctor/check.ts'
import type { Template } from '../../core/document/models/ports.ts'
import type { ListedModel } from '../../core/model-file/list-models.ts'
import type { OutgoingHold } from '../../core/outgoing/hold.ts'
import type { SubmissionSummary } from '../../core/rnds/ports.ts'
import type { SubmissionState } from '../../core/rnds/state.ts'
import { shownUrl, type WebhookEndpoint } from '../../core/webhooks/endpoint.ts'
import type { WebhookMessage } from '../../core/webhooks/message.ts'
import type { AdminChecksRunner, AdminFacts } from './ports.ts'

const MIB = 1024 * 1024
const GRAVITY: readonly Severity[] = ['error', 'warning', 'info', 'ok']

export function presentStatus(
  facts: AdminFacts,
  held: OutgoingHold | null,
  counts: Record<SubmissionState, number>,
): AdminStatusBody {
  const { version, uptime_s, speech, generator, recordings, queue, disk, draining } = facts
  return {
    version,
    uptime_s,
    speech,
    generator,
    recordings,
    queue,
    disk,
    storage_fault: facts.storage_fault !== null,
    storage_low: facts.reserve.low,
    outgoing_held_since: held?.since.toISOString() ?? null,
    draining: draining && { ...draining, since: draining.since.toISOString() },
    records: { pending: counts.pending, rejected: counts.rejected },
  }
}

export function presentChecks({
  report,
  running,
}: ReturnType<AdminChecksRunner['last']>): AdminChecksBody {
  if (!report) return { report: null, running }
  const findings = report.findings.map(({ id, severity, title, what, why, fix }) => ({
    id,
    severity,
    title,
    what,
    why: why ?? null,
    fix: fix ?? null,
  }))
  findings.sort((one, other) => GRAVITY.indexOf(one.severity) - GRAVITY.indexOf(other.severity))
  const { examinedAt, notProbed } = report
  return {
    report: { examined_at: examinedAt.toISOString(), not_probed: notProbed, findings },
    running,
  }
}

/** @param users of the same organization */
export function presentKey(
  key: ApiKey,
  organization: Organization,
  users: readonly User[],
): AdminKey {
  const { id, name, kind, prefix, userId, createdAt, lastUsedAt, revokedAt } = key
  return {
    id,
    organization: organization.name,
    name,
    user: users.find((user) => user.id === userId)?.name ?? null,
    kind,
    prefix,
    created_at: createdAt.toISOString(),
    last_used_at: textOf(lastUsedAt),
    revoked_at: textOf(revokedAt),
  }
}

export function presentUser(user: User, organization: Organization): AdminUser {
  const { id, name, status, createdAt } = user
  return { id, organization: organization.name, name, status, created_at: createdAt.toISOString() }
}

export function presentModel(model: ListedModel): AdminModel {
  const { name, kind, active, installed, sizeBytes, memoryMiB, proof, known, fitness, licence } =
    model
  return {
    name,
    kind,
    in_use: active,
    installed,
    size_bytes: sizeBytes,
    memory_bytes: memoryMiB === null ? null : memoryMiB * MIB,
    verified: proof === 'proven',
    known,
    fitness,
    licence,
  }
}

export function presentTemplate(template: Template, organization: Organization): AdminTemplate {
  const { id, slug, name, version, fields, group, pendingClinicalReview } = template
  const isOwn = group === 'own'
  return {
    id,
    slug,
    name,
    version,
    fields: fields.length,
    built_in: !isOwn,
    organization: isOwn ? organization.name : null,
    pending_clinical_review: pendingClinicalReview,
  }
}

export function presentRecord(
  record: SubmissionSummary,
  organizations: readonly Organization[],
  held: OutgoingHold | null,
): AdminRecord {
  const { id, organizationId, consultationId, documentType, state, tries, waiting, dueAt } = record
  const cause = held ? 'outgoing_held' : (waiting?.cause ?? 'in_turn')
  return {
    id,
    organization: nameOf(organizationId, organizations),
    consultation_id: consultationId,
    document_type: documentType,
    state,
    submitted_at: record.submittedAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    tries,
    waits_for: state === 'pending' ? cause : null,
    next_try_at: held ? null : textOf(dueAt),
  }
}

/** @param newest of its messages */
export function presentWebhook(
  endpoint: WebhookEndpoint,
  organizations: readonly Organization[],
  newest: readonly Pick<WebhookMessage, 'state'>[],
): AdminWebhook {
  const { id, organizationId, name, url, events, content, state, disabledBecause } = endpoint
  const last = { delivered: 0, pending: 0, failed: 0 }
  for (const message of newest) last[message.state] += 1
  return {
    id,
    organization: nameOf(organizationId, organizations),
    name,
    url: shownUrl(url),
    events,
    content,
    state,
    disabled_because: disabledBecause,
    last,
  }
}

/** Without the patient’s pseudonym and the professional: those are for `svcctl audit`. */
export function presentEntry(entry: AuditEntry): AdminEntry {
  const { sequence, at, action, outcome, actorKind, actorId, subjectKind, subjectId } = entry
  return {
    sequence,
    at,
    action,
    outcome,
    actor_kind: actorKind,
    actor_id: actorId,
    subject_kind: subjectKind,
    subject_id: subjectId,
    facts: JSON.parse(entry.facts) as Record<string, unknown>,
  }
}

function nameOf(id: string, organizations: readonly Organization[]): string {
  return organizations.find((one) => one.id === id)?.name ?? id
}

function textOf(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
