/**
 * What the page for administration shows and does: the use cases of `svcctl`, and nothing that it
 * could do alone.
 */
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import type { AdminSessions } from '../../core/admin-page/sessions.ts'
import type { AuditEntry } from '../../core/audit/entry.ts'
import type { AdminDraining, AdminStatusBody } from '../../core/contract/admin-page.ts'
import type { DoctorReport } from '../../core/doctor/run-doctor.ts'
import type { ListedModel } from '../../core/model-file/list-models.ts'
import type { FindHold } from '../../core/outgoing/hold.ts'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import type { RetryRecord } from '../../core/rnds/retry-record.ts'
import type { TemplateCatalogue } from '../../core/templates/template-catalogue.ts'
import type { ManageWebhooks } from '../../core/webhooks/manage-webhooks.ts'
import type { EndpointStore, MessageStore } from '../../core/webhooks/ports.ts'

export interface AdminPage {
  sessions: AdminSessions
  views: AdminViews
  /** What is done by whom, on record from before it begins. */
  actsOf(caller: AdminCaller): AdminActs
  onRecord(caller: AdminCaller, act: AdminPageAct): Promise<void>
}

export interface AdminCaller {
  /** The account that asked for the code. */
  by: string
  requestId: string
  address: string
}

/** `looked`: at what names people or their doings. */
export type AdminPageAct = { entered: true } | { left: true } | { looked: string }

export interface AdminViews {
  facts(): Promise<AdminFacts>
  access: Pick<AccessUseCases, 'listOrganizations' | 'listKeys' | 'listUsers'>
  models(): Promise<ListedModel[]>
  templates: Pick<TemplateCatalogue, 'list'>
  records: Pick<SubmissionStore, 'list' | 'find' | 'countByState' | 'countWaiting'>
  webhooks: { endpoints: Pick<EndpointStore, 'list'>; messages: Pick<MessageStore, 'list'> }
  /** The newest before that one, newest first. */
  entries(before: number | undefined, count: number): Promise<readonly AuditEntry[]>
  findHold: FindHold
  checks: AdminChecksRunner
}

/** What `GET /readyz` says to operators. */
export interface AdminFacts
  extends Omit<
    AdminStatusBody,
    'storage_fault' | 'storage_low' | 'outgoing_held_since' | 'draining' | 'records'
  > {
  storage_fault: unknown
  reserve: { low: boolean }
  draining: (Omit<AdminDraining, 'since'> & { since: Date }) | null
}

export interface AdminChecksRunner {
  last(): { report: (DoctorReport & { examinedAt: Date }) | null; running: boolean }
  /** Resolves when it has ended; whoever asks meanwhile waits for the same. */
  run(): Promise<void>
}

export interface AdminActs {
  revokeKey: AccessUseCases['revokeKey']
  retryRecord: RetryRecord
  enableWebhook: ManageWebhooks['enable']
  drain(): Promise<void>
  resume(): Promise<void>
}
