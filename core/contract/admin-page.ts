/**
 * What the page for administration at `/admin` and the service say to each other. Its own page is
 * the only caller: this is no interface for integrators. Times are ISO 8601, UTC. No secret of a
 * key, no clinical text and no patient is in any of it.
 */
import type { GeneratorStatus, SpeechStatus } from './api.ts'

/** `GET /admin/session` */
export interface AdminSessionBody {
  /** Null: nobody is signed in. */
  session: { by: string; until: string } | null
}

/** `GET /admin/status` */
export interface AdminStatusBody {
  version: string
  uptime_s: number
  speech: SpeechStatus
  generator: GeneratorStatus
  recordings: { recording: number; paused: number }
  /** Final transcriptions. */
  queue: { queued: number; running: number; waiting: number; failed: number }
  disk: { free_bytes: number; total_bytes: number }
  /** The data folder cannot be written. */
  storage_fault: boolean
  /** No new sound, file or document is taken, for want of room. */
  storage_low: boolean
  /** Since when nothing leaves the box; null: what is due goes out. */
  outgoing_held_since: string | null
  draining: AdminDraining | null
  /** Records for the national network, by state. */
  records: { pending: number; rejected: number }
}

export interface AdminDraining {
  since: string
  idle: boolean
  left: {
    recordings: number
    paused: number
    uploads: number
    final_texts: number
    documents: number
    files: number
  }
}

/** `GET` and `POST /admin/checks` */
export interface AdminChecksBody {
  /** Null: not examined since the service started. */
  report: AdminChecks | null
  running: boolean
}

export interface AdminChecks {
  examined_at: string
  /** Trials that `svcctl doctor --probe` makes, and the page does not. */
  not_probed: number
  /** The gravest first; in the words of `svcctl doctor`, English. */
  findings: AdminFinding[]
}

export interface AdminFinding {
  id: string
  severity: 'ok' | 'info' | 'warning' | 'error'
  title: string
  what: string
  why: string | null
  fix: string | null
}

/** `GET /admin/keys` */
export interface AdminKeysBody {
  keys: AdminKey[]
}

export interface AdminKey {
  id: string
  organization: string
  name: string
  user: string | null
  kind: 'api_key' | 'auth_token'
  /** The beginning of the secret, enough to recognize it. */
  prefix: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

/** `GET /admin/users` */
export interface AdminUsersBody {
  users: AdminUser[]
}

export interface AdminUser {
  id: string
  organization: string
  name: string
  status: 'active' | 'deactivated'
  created_at: string
}

/** `GET /admin/models` */
export interface AdminModelsBody {
  /** Those that are here, and those that the settings name. */
  models: AdminModel[]
}

export interface AdminModel {
  name: string
  kind: 'speech' | 'vad' | 'text' | 'unknown'
  in_use: boolean
  installed: boolean
  size_bytes: number | null
  memory_bytes: number | null
  /** Its SHA-256 agreed: with the catalogue’s where that knows it, else as it was imported. */
  verified: boolean
  known: boolean
  /** What documents a language model is good for here; null: unproven, or of another kind. */
  fitness: 'nothing' | 'phrase' | 'write' | null
  licence: string | null
}

/** `GET /admin/templates` */
export interface AdminTemplatesBody {
  templates: AdminTemplate[]
}

export interface AdminTemplate {
  id: string
  slug: string
  name: string
  version: number
  fields: number
  built_in: boolean
  /** Whose own it is; null: built in. */
  organization: string | null
  pending_clinical_review: boolean
}

/** `GET /admin/records`: the newest of the state that was asked for. */
export interface AdminRecordsBody {
  records: AdminRecord[]
  counts: Record<AdminRecordState, number>
  /** What records wait for, with how many do. */
  waiting: { cause: string; records: number; since: string }[]
  /** Nothing leaves the box: all wait for that. */
  outgoing_held: boolean
}

export type AdminRecordState = 'pending' | 'accepted' | 'rejected' | 'replaced' | 'deleted'

export interface AdminRecord {
  id: string
  organization: string
  consultation_id: string
  document_type: string
  state: AdminRecordState
  submitted_at: string
  updated_at: string
  tries: number
  waits_for: string | null
  next_try_at: string | null
}

/** `POST /admin/records/retry` */
export interface AdminRetriedBody {
  retried: number
  left: number
}

/** `GET /admin/webhooks` */
export interface AdminWebhooksBody {
  webhooks: AdminWebhook[]
}

export interface AdminWebhook {
  id: string
  organization: string
  name: string
  /** Without its query, which may hold a credential. */
  url: string
  events: readonly string[]
  content: string
  state: 'enabled' | 'disabled'
  disabled_because: 'administrator' | 'gone' | null
  /** Of its newest messages. */
  last: { delivered: number; pending: number; failed: number }
}

/** `GET /admin/audit`: newest first. */
export interface AdminAuditBody {
  entries: AdminEntry[]
  /** `?before=` for the ones behind; null: there are none. */
  next: number | null
}

export interface AdminEntry {
  sequence: number
  at: string
  action: string
  outcome: 'success' | 'refused' | 'failed'
  actor_kind: string
  actor_id: string
  subject_kind: string | null
  subject_id: string | null
  facts: Record<string, unknown>
}
