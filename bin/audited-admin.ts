/**
 * What an administrator does through `svcctl`, on record: the use cases themselves, with an entry
 * behind every act that changes something, and a line in the spool before it, which says so of a
 * command that was killed in between.
 */
import type { Admin } from '../cli/deps.ts'
import type { SubmissionAdmin } from '../cli/rnds-deps.ts'
import type { AccessUseCases } from '../core/access/use-cases.ts'
import type { AuditAction } from '../core/audit/actions.ts'
import type { AuditAct, AuditActor, AuditFacts, AuditTrail } from '../core/audit/ports.ts'
import type { Template } from '../core/document/models/ports.ts'
import { isAppError } from '../core/errors.ts'
import type { ManageWebhooks } from '../core/webhooks/manage-webhooks.ts'

interface Told {
  action: AuditAction
  subject: AuditAct['subject']
  organizationId?: string | null
  facts?: AuditFacts
}

/** Told before an act begins. @returns to be called when its own entry is kept */
export type BeginAct = (act: AuditAct) => Promise<() => Promise<void>>

/** How calls become acts: `result` is undefined where the call failed. */
type Acts<Target> = {
  [Name in keyof Target]?: Target[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (args: Args, result: Result | undefined) => Told
    : never
}

function aboutTemplate({ version, fingerprint }: Template): AuditFacts {
  return { version, sha256: fingerprint ?? '' }
}

export function auditedAdmin(
  admin: Pick<
    Admin,
    'access' | 'templates' | 'tableImport' | 'rnds' | 'submissions' | 'vocabulary' | 'webhooks'
  >,
  trail: AuditTrail,
  actor: AuditActor,
  begin: BeginAct,
): typeof admin {
  const on = recording(trail, actor, begin)
  const { access, templates, tableImport, rnds, submissions, vocabulary, webhooks } = admin
  return {
    access: on(access, {
      createOrganization: (_args, made) => organization('organization.created', made?.id),
      updateOrganization: ([id, changes]) =>
        organization('organization.changed', id, {
          changed: Object.keys(changes).sort().join(' '),
        }),
      suspendOrganization: ([id]) => organization('organization.changed', id, { suspended: true }),
      resumeOrganization: ([id]) => organization('organization.changed', id, { suspended: false }),
      addUser: ([{ organizationId }], made) => of('user.created', 'user', made?.id, organizationId),
      deactivateUser: ([id], user) => of('user.deactivated', 'user', id, user?.organizationId),
      reactivateUser: ([id], user) => of('user.reactivated', 'user', id, user?.organizationId),
      inviteUser: ([id], made) => of('user.invited', 'user', id, made?.invite.organizationId),
      setLogin: ([id], user) => ({
        ...of('user.changed', 'user', id, user?.organizationId),
        facts: { changed: 'login' },
      }),
      revokeDevice: ([id], device) => ({
        ...of('device.revoked', 'device', id, device?.organizationId),
        facts: { because: 'administrator' },
      }),
      createKey: ([{ organizationId, kind }], made) => ({
        ...of('key.created', 'key', made?.key.id, organizationId),
        facts: { kind },
      }),
      revokeKey: revokedKey,
      rotateSigningKey: (_args, id) => of('signing_key.rotated', 'signing_key', id, null),
    }),
    templates: on(templates, {
      install: ([organizationId], made) => ({
        ...of('template.installed', 'template', made?.template.id, organizationId),
        ...(made && { facts: aboutTemplate(made.template) }),
      }),
      rollBack: ([organizationId, id], template) => ({
        ...of('template.rolled_back', 'template', id, organizationId),
        ...(template && { facts: aboutTemplate(template) }),
      }),
      remove: ([organizationId, id]) => of('template.removed', 'template', id, organizationId),
    }),
    tableImport: on(tableImport, {
      apply: ([{ tables }]) => ({
        ...of('terminology.imported', 'tables', undefined, null),
        facts: { systems: tables.map(({ system }) => system).join(' ') },
      }),
    }),
    rnds: {
      ...rnds,
      establishments: on(rnds.establishments, {
        changeEstablishment: ([organizationId, changes]) =>
          organization('rnds.profile_changed', organizationId, {
            changed: Object.keys(changes).sort().join(' '),
          }),
      }),
      professionals: on(rnds.professionals, {
        change: ([{ id, organizationId }, changes]) => ({
          ...of('user.changed', 'user', id, organizationId),
          facts: { changed: Object.keys(changes).sort().join(' ') },
        }),
      }),
      certificates: on(rnds.certificates, {
        importCertificate: ([organizationId]) =>
          organization('rnds.certificate_changed', organizationId, { removed: false }),
        removeCertificate: ([organizationId]) =>
          organization('rnds.certificate_changed', organizationId, { removed: true }),
      }),
    },
    submissions: on(submissions, { retry: retriedRecord }),
    vocabulary: on(vocabulary, {
      save: ([organizationId]) => organization('vocabulary.changed', organizationId),
    }),
    webhooks: { ...webhooks, manage: on(webhooks.manage, webhookActs) },
  }
}

/** Those that the page for administration offers, too. */
export const revokedKey: Acts<AccessUseCases>['revokeKey'] & {} = ([id, { endSessions }], key) => ({
  ...of('key.revoked', 'key', id, key?.organizationId),
  facts: { sessions_ended: endSessions },
})
export const retriedRecord: Acts<SubmissionAdmin>['retry'] & {} = ([id]) =>
  of('rnds.retried', 'submission', id, null)
export const enabledWebhook: Acts<ManageWebhooks>['enable'] & {} = ([id], one) => ({
  ...of('webhook.changed', 'webhook', id, one?.organizationId),
  facts: { state: 'enabled' },
})

/** Never the address: what stands in it may be a credential. */
const webhookActs: Acts<ManageWebhooks> = {
  add: ([{ organizationId }], made) => ({
    ...of('webhook.added', 'webhook', made?.endpoint.id, organizationId),
    ...(made && {
      facts: { content: made.endpoint.content, events: made.endpoint.events.join(' ') },
    }),
  }),
  rotate: ([id, overlapMs], made) => ({
    ...of('webhook.changed', 'webhook', id, made?.endpoint.organizationId),
    facts: { secret: 'rotated', overlap_s: overlapMs / 1000 },
  }),
  disable: ([id], one) => ({
    ...of('webhook.changed', 'webhook', id, one?.organizationId),
    facts: { state: 'disabled', because: 'administrator' },
  }),
  enable: enabledWebhook,
  remove: ([id], one) => of('webhook.removed', 'webhook', id, one?.organizationId),
  test: ([id], tested) => ({
    ...of('webhook.tested', 'webhook', id, null),
    facts: { status: tested?.status ?? null, issue: tested?.issue ?? null },
  }),
  retry: ([id], ids) => ({
    ...of('webhook.retried', 'webhook_message', ids?.[0] ?? id, null),
    facts: { messages: ids?.length ?? 0 },
  }),
  retryFailed: ([id], ids) => ({
    ...of('webhook.retried', 'webhook', id, null),
    facts: { messages: ids?.length ?? 0 },
  }),
}

function of(
  action: AuditAction,
  kind: string,
  id: string | undefined,
  organizationId: string | null | undefined,
): Told {
  return {
    action,
    subject: id === undefined ? null : { kind, id },
    organizationId: organizationId ?? null,
  }
}

function organization(action: AuditAction, id: string | undefined, facts: AuditFacts = {}): Told {
  return { ...of(action, 'organization', id, id), facts }
}

/**
 * @param requestId of acts that come in over HTTP
 * @returns a copy of a set of use cases whose listed ones leave an entry, done or failed
 */
export function recording(
  trail: AuditTrail,
  actor: AuditActor,
  begin: BeginAct,
  requestId: string | null = null,
) {
  const actOf = (told: Told, error: unknown) => ({ ...plainAct(told, actor, error), requestId })
  return <Target extends object>(target: Target, acts: Acts<Target>): Target => {
    const copy = { ...target }
    for (const name of Object.keys(acts) as (keyof Target)[]) {
      const call = target[name] as (...args: unknown[]) => Promise<unknown>
      const tell = acts[name] as (args: unknown[], result: unknown) => Told
      const recorded = async (...args: unknown[]) => {
        const isOnRecord = await begin(actOf(tell(args, undefined), null))
        try {
          const result = await call(...args)
          await trail.append(actOf(tell(args, result), null))
          return result
        } catch (error) {
          if (!isAppError(error) || error.code !== 'audit_unavailable')
            await trail.append(actOf(tell(args, undefined), error))
          throw error
        } finally {
          await isOnRecord()
        }
      }
      copy[name] = recorded as Target[typeof name]
    }
    return copy
  }
}

function plainAct(told: Told, actor: AuditActor, error: unknown): Omit<AuditAct, 'requestId'> {
  const { action, subject, organizationId = null, facts = {} } = told
  const outcome = error === null ? 'success' : isAppError(error) ? 'refused' : 'failed'
  const code = isAppError(error) ? { code: error.code } : {}
  return {
    actor,
    action,
    subject,
    organizationId,
    outcome,
    facts: { ...facts, ...code },
  }
}
