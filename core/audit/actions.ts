/**
 * Every act that the trail knows. Its name is `what.happened`; its letter is FHIR's own for an
 * audit event's action (https://hl7.org/fhir/R4/valueset-audit-event-action.html): create, read,
 * update, delete, execute.
 */
type Letter = 'C' | 'R' | 'U' | 'D' | 'E'

export const auditActions = {
  // The trail itself.
  'audit.began': 'C',
  'audit.exported': 'R',
  'audit.verified': 'E',
  'audit.sealed': 'C',
  /** The monthly report for the medical director, made and sealed. */
  'audit.reported': 'R',
  /** The chain did not hold what this machine had seen of it. */
  'audit.broken': 'E',
  /**
   * A machine that had seen nothing of the chain goes on with it: after a restore, or somebody took
   * its memory away.
   */
  'audit.resumed': 'E',

  // Coming in.
  'token.issued': 'C',
  'token.exchanged': 'C',
  /** A doctor's browser extension: a code was used, tokens renewed, and how it ended. */
  'device.signed_in': 'C',
  /** By the hospital's identity provider, for a code that signs in. */
  'device.user_proven': 'E',
  'device.renewed': 'U',
  /** Its panel's PIN was set, asked for, guessed wrong or used up. */
  'device.lock_changed': 'U',
  'device.signed_out': 'U',
  'device.revoked': 'U',
  'authentication.refused': 'E',
  'access.refused': 'E',
  'access.rate_limited': 'E',

  // The visit.
  /** By a host's backend, before anybody opened it. */
  'consultation.prepared': 'C',
  'consultation.opened': 'R',
  'consultation.listed': 'R',
  'consultation.changed': 'U',
  'consultation.erased': 'D',
  'consent.given': 'U',
  'consent.refused': 'U',
  'consent.withdrawn': 'U',
  'recording.started': 'C',
  'recording.resumed': 'U',
  'recording.finished': 'U',
  'recording.uploaded': 'C',
  'recording.read': 'R',
  'recording.heard': 'R',
  'recording.deleted': 'D',
  'transcript.read': 'R',
  'transcript.followed': 'R',
  'transcript.corrected': 'U',
  'file.uploaded': 'C',
  'file.read': 'R',
  'file.listed': 'R',
  'file.changed': 'U',
  'file.deleted': 'D',
  'document.listed': 'R',
  'document.read': 'R',
  'document.generated': 'C',
  'document.edited': 'U',
  'document.reviewed': 'U',
  'document.restored': 'U',
  'document.rewritten': 'E',
  'document.deleted': 'D',
  /** Taken out of the panel: filled into the EHR, copied, or confirmed by the host as imported. */
  'document.used': 'R',
  'document.replayed': 'R',
  'document.explained': 'R',
  /** Ties a line of the documents' own audit into the chain. */
  'document.recorded': 'U',
  'output.generated': 'C',
  'output.read': 'R',
  'output.edited': 'U',
  'output.deleted': 'D',
  'diagnosis.suggested': 'R',
  'diagnosis.confirmed': 'U',
  'procedure.suggested': 'R',
  'procedure.confirmed': 'U',
  'model.created': 'C',
  'model.changed': 'U',
  'model.deleted': 'D',

  // The national network.
  'rnds.submitted': 'C',
  'rnds.read': 'R',
  'rnds.replaced': 'U',
  'rnds.deleted': 'D',
  'rnds.retried': 'E',
  'rnds.person_looked_up': 'R',

  // The administrator.
  'organization.created': 'C',
  'organization.changed': 'U',
  'user.created': 'C',
  'user.invited': 'C',
  'user.changed': 'U',
  'user.deactivated': 'U',
  'user.reactivated': 'U',
  'key.created': 'C',
  'key.revoked': 'U',
  'signing_key.rotated': 'C',
  'setting.changed': 'U',
  'template.installed': 'U',
  'template.rolled_back': 'U',
  'template.removed': 'D',
  'vocabulary.changed': 'U',
  'terminology.imported': 'U',
  'engine_model.installed': 'C',
  'engine_model.removed': 'D',
  'engine_model.used': 'U',
  'rnds.profile_changed': 'U',
  'rnds.certificate_changed': 'U',
  'rnds.definitions_changed': 'U',
  'doctor.mended': 'U',
  /** What support is given: facts of the box, blotted. */
  'support.bundled': 'R',
  'vault.rotated': 'U',
  'vault.changed': 'U',
  /** The master key for a new server: a code was made, the key went out, a code was wrong. */
  'node.invited': 'C',
  'node.joined': 'C',
  'node.join_refused': 'E',
  'backup.created': 'C',
  'backup.verified': 'R',
  /** A copy of one was restored beside the data, opened, and removed. */
  'backup.drilled': 'R',
  'backup.restored': 'U',
  'backup.pruned': 'D',
  /** All of it was copied into another database or store, which serves from then on. */
  'data.moved': 'U',
  /** What an upgrade kept of the time before it, with the keys of then. */
  'upgrade_state.removed': 'D',
  'outgoing.held': 'U',
  'outgoing.resumed': 'U',
  /** No visit begins; those that are going on end. */
  'service.drained': 'E',
  'service.resumed': 'E',
  /** The page for administration: a code for it was made, every session of it was ended. */
  'admin_page.opened': 'C',
  'admin_page.closed': 'U',
  'admin_page.entered': 'E',
  'admin_page.left': 'E',
  /** What names people or their doings was shown on it. */
  'admin_page.looked': 'R',

  // Webhooks: what an administrator orders, and content that goes out by it.
  'webhook.added': 'C',
  'webhook.changed': 'U',
  'webhook.removed': 'D',
  'webhook.tested': 'E',
  'webhook.retried': 'E',
  'webhook.content_sent': 'R',

  // What the box does by itself, or by rule.
  /** What was erased of one consultation because its time was over: the deletion log. */
  'retention.applied': 'D',
  /** Everything was gone through. */
  'retention.ran': 'E',
  'retention.changed': 'U',
  'hold.placed': 'U',
  'hold.released': 'U',
} as const satisfies Record<string, Letter>

export type AuditAction = keyof typeof auditActions
