/**
 * The page for administration: the use cases of `svcctl` on what the running service has open
 * already. Nothing is opened twice, and the trail is the service's own.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism, totalmem } from 'node:os'
import type { Sequelize } from 'sequelize'
import type { AdminCaller, AdminFacts, AdminPage, AdminPageAct } from '../../api/admin/ports.ts'
import { adminRoutes } from '../../api/admin/routes.ts'
import { dataFolder, ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import { adminSessions } from '../../core/admin-page/sessions.ts'
import type { AuditAction } from '../../core/audit/actions.ts'
import type { AuditActor, AuditFacts, AuditTrail } from '../../core/audit/ports.ts'
import { listModels } from '../../core/model-file/list-models.ts'
import type { FindHold } from '../../core/outgoing/hold.ts'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import type { RetryRecord } from '../../core/rnds/retry-record.ts'
import type { TemplateCatalogue } from '../../core/templates/template-catalogue.ts'
import type { ConsultationVault, Sealer } from '../../core/vault/ports.ts'
import { adminDoor } from '../../models/admin-door.ts'
import { examineAudit } from '../../models/audit/audit.ts'
import { atFirstCall } from '../at-first-call.ts'
import { enabledWebhook, recording, retriedRecord, revokedKey } from '../audited-admin.ts'
import { auditedModels } from '../audited-models.ts'
import type { Platform } from '../platform.ts'
import { pluginPlaces } from '../plugin-places.ts'
import { beginAct } from '../record-act.ts'
import { sha256 } from './admin-door.ts'
import { composeDrain } from './drain.ts'
import { type OpenDoctor, pageDoctor } from './page-doctor.ts'
import { composeTemplates } from './templates.ts'
import { composeWebhookAdmin } from './webhooks.ts'

interface Deps {
  config: Config
  platform: Platform
  sequelize: Sequelize
  sealer: Sealer
  vault: ConsultationVault
  access: AccessUseCases
  trail: AuditTrail
  records: SubmissionStore
  retryRecord: RetryRecord
  findHold: FindHold
  facts(): Promise<AdminFacts>
  openDoctor: OpenDoctor | undefined
}

const SECRET_BYTES = 32

export function openAdminPage(deps: Deps) {
  const { config, platform, sequelize, sealer, access, trail, findHold } = deps
  const { now, newId } = platform
  const doctor = pageDoctor({ config, platform, box: thisBox(), openDoctor: deps.openDoctor })
  const webhooks = composeWebhookAdmin(deps)
  const { audit: folder } = dataFolder(ownFolder(config))
  const models = auditedModels(config, platform, (_acts, work) => work())
  const active = { speech: config.speechModel, text: config.textModel }

  async function reader() {
    const sealsFolder = `${dataFolder(config.dataDir).audit}/seals`
    return (await examineAudit({ sequelize, sealer, folder, sealsFolder, now, newId })).reader
  }

  const page: AdminPage = {
    sessions: adminSessions({
      door: adminDoor(config.dataDir),
      newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
      digest: sha256,
      now,
    }),
    views: {
      facts: deps.facts,
      access,
      models: listModels({ store: models, box: thisBox(), active }),
      templates: atFirstCall<Pick<TemplateCatalogue, 'list'>>(
        async () => composeTemplates(sequelize, platform),
        { list: true },
      ),
      records: deps.records,
      webhooks,
      entries: async (before, count) =>
        [...(await (await reader()).newest({ before }, count))].reverse(),
      findHold,
      checks: doctor,
    },
    actsOf(caller) {
      const { by, requestId } = caller
      const on = recording(trail, actorOf(caller), beginAct({ config, platform }), requestId)
      const drain = composeDrain({ config, platform, trail, by, requestId })
      return {
        revokeKey: on(access, { revokeKey: revokedKey }).revokeKey,
        retryRecord: on({ retry: deps.retryRecord }, { retry: retriedRecord }).retry,
        enableWebhook: on(webhooks.manage, { enable: enabledWebhook }).enable,
        drain: drain.begin,
        resume: drain.end,
      }
    },
    onRecord: (caller, act) =>
      trail.append({
        actor: actorOf(caller),
        ...wordsOf(act, caller),
        subject: null,
        organizationId: null,
        outcome: 'success',
        requestId: caller.requestId,
      }),
  }

  return {
    pageRouters: [
      adminRoutes({
        page,
        allowed: config.adminPageFrom.split(',').filter((one) => one !== 'nobody'),
        trustedProxies: config.trustedProxies,
        publicUrl: config.publicUrl,
        publicDir: pluginPlaces(config, platform).publicDir,
      }),
    ],
    close: doctor.close,
  }
}

function wordsOf(
  act: AdminPageAct,
  { address }: AdminCaller,
): { action: AuditAction; facts: AuditFacts } {
  if ('looked' in act) return { action: 'admin_page.looked', facts: { part: act.looked, address } }
  return { action: 'left' in act ? 'admin_page.left' : 'admin_page.entered', facts: { address } }
}

const actorOf = ({ by }: AdminCaller): AuditActor => ({ kind: 'administrator', id: by })

function thisBox() {
  return { cores: availableParallelism(), memoryMiB: Math.round(totalmem() / 1024 / 1024) }
}
