import { administrator } from '../cli/administrator.ts'
import type { Admin } from '../cli/deps.ts'
import type { SubmissionAdmin } from '../cli/rnds-deps.ts'
import type { Config } from '../config/settings.ts'
import { type Log, silentLog } from '../core/log.ts'
import { manageProfessionals } from '../core/rnds/professional.ts'
import type { TemplateCatalogue } from '../core/templates/template-catalogue.ts'
import type { TableImport } from '../core/terminology/import/import-tables.ts'
import type { Terminology } from '../core/terminology/ports.ts'
import { extensionKey } from '../models/access/extension-key.ts'
import { consultationStore } from '../models/consultation/consultations.ts'
import { documentOriginStore } from '../models/document/origins.ts'
import { outgoingHold } from '../models/outgoing-hold.ts'
import { submissionStore } from '../models/rnds/submissions.ts'
import { ownWordStore } from '../models/transcript/own-words.ts'
import { blindIndex } from '../models/vault/blind-index.ts'
import { consultationSeal } from '../models/vault/consultation-seal.ts'
import { consultationVault } from '../models/vault/vault.ts'
import { atFirstCall } from './at-first-call.ts'
import { auditedAdmin } from './audited-admin.ts'
import { commandLog } from './command-log.ts'
import { openAccess } from './compose/access.ts'
import { composeAdminAudit } from './compose/audit.ts'
import { composeCarried } from './compose/carried.ts'
import { composeDrain } from './compose/drain.ts'
import { lateConsult, lateWebhooks } from './compose/late-parts.ts'
import { composeNetwork } from './compose/network.ts'
import { composeOutgoing } from './compose/outgoing.ts'
import { composeProfessionals } from './compose/professionals.ts'
import { composeVault } from './compose/vault.ts'
import type { Platform } from './platform.ts'
import { beginAct } from './record-act.ts'
import { tableFiles } from './table-files.ts'

const TEMPLATE_CASES: { [Name in keyof TemplateCatalogue]: true } = {
  list: true,
  listShared: true,
  find: true,
  install: true,
  versions: true,
  rollBack: true,
  countDocuments: true,
  remove: true,
  export: true,
}

interface Options {
  /** Make what is missing, as `init` does; else only a folder that was prepared is opened. */
  make?: boolean
  log?: Log
}

/**
 * Organizations, users, keys, document models and tables of codes, straight on the data folder: no
 * engine, no port. Safe beside a running server.
 */
export async function openAdmin(
  config: Config,
  platform: Platform,
  { make = false, log = commandLog() }: Options = {},
): Promise<Admin> {
  const { database, sealer, access } = await openAccess(config, platform, log, { make })
  const { sequelize } = database
  const vault = consultationVault({ sequelize, sealer, now: platform.now })
  const index = blindIndex({ sequelize, sealer, now: platform.now })
  const terminology = atFirstCall<Terminology>(
    async () => (await import('./compose/terminology.ts')).composeTerminology(sequelize),
    { find: true, search: true, tables: true },
  )
  const findHold = outgoingHold(config.dataDir)
  // A call that fails is the command's to tell.
  const network = composeNetwork({
    config,
    platform,
    sequelize,
    sealer,
    findHold,
    log: silentLog,
  })
  const people = composeProfessionals({
    sequelize,
    sealer,
    index,
    networkOf: network.networkOf,
    terminology,
    now: platform.now,
  })
  const { isReadOnly } = database
  const audit = composeAdminAudit({ config, platform, sequelize, sealer, log, isReadOnly })
  const consultations = consultationStore({ sequelize, vault, index })
  /** Records are read without what makes and checks them. */
  function lateSubmissions(): SubmissionAdmin {
    const whole = atFirstCall<Pick<SubmissionAdmin, 'check' | 'retry' | 'preflight'>>(
      async () =>
        (await import('./compose/rnds.ts')).composeSubmissionAdmin({
          config,
          platform,
          sequelize,
          vault,
          consultations,
          terminology,
          networkOf: network.networkOf,
          establishments: network.establishmentStore,
          ...people,
        }),
      { check: true, retry: true, preflight: true },
    )
    const { now } = platform
    return { store: submissionStore({ sequelize, seal: consultationSeal(vault), now }), ...whole }
  }
  const plain = {
    access,
    templates: atFirstCall<TemplateCatalogue>(
      async () => (await import('./compose/templates.ts')).composeTemplates(sequelize, platform),
      TEMPLATE_CASES,
    ),
    tableImport: atFirstCall<TableImport>(
      async () => {
        const { composeTableImport } = await import('./compose/terminology.ts')
        return composeTableImport(sequelize, tableFiles, platform.now)
      },
      { plan: true, apply: true },
    ),
    rnds: {
      ...network,
      roles: people.roles,
      professionals: manageProfessionals({ store: people.professionals }),
    },
    submissions: lateSubmissions(),
    webhooks: lateWebhooks(async () =>
      (await import('./compose/webhooks.ts')).composeWebhookAdmin({
        config,
        platform,
        sequelize,
        sealer,
        vault,
        findHold,
      }),
    ),
    vocabulary: ownWordStore(sequelize),
  }
  const audited = auditedAdmin(plain, audit.trail, audit.actor, beginAct({ config, platform }))
  return {
    ...audited,
    async extensionId() {
      const { signingIdentity } = await import('../api/extension/package/signing-identity.ts')
      const key = extensionKey({ sequelize, sealer, now: platform.now, newId: platform.newId })
      return signingIdentity(await key()).id
    },
    carried: composeCarried(sequelize, audited),
    audit,
    terminology,
    vault: composeVault({
      config,
      platform,
      sequelize,
      keyring: sealer,
      trail: audit.trail,
      by: administrator(),
    }),
    consult: lateConsult(async () =>
      (await import('./compose/consult.ts')).composeConsult({
        config,
        platform,
        sequelize,
        vault,
        index,
        consultations,
        trail: audit.trail,
        log,
      }),
    ),
    drain: composeDrain({ config, platform, trail: audit.trail, by: administrator() }),
    page: atFirstCall<Admin['page']>(
      async () =>
        (await import('./compose/admin-door.ts')).composeAdminDoor({
          config,
          platform,
          trail: audit.trail,
          by: administrator(),
        }),
      { open: true, close: true },
    ),
    outgoing: composeOutgoing({
      config,
      platform,
      sequelize,
      trail: audit.trail,
      by: administrator(),
    }),
    reports: atFirstCall<Admin['reports']>(
      async () =>
        (await import('./compose/dossier.ts')).composeDossier({
          config,
          platform,
          sequelize,
          audit,
          origins: documentOriginStore({ sequelize, seal: consultationSeal(vault) }),
        }),
      { make: true, prove: true, document: true, keep: true },
    ),
    async retention({ looks = false } = {}) {
      // Erasing writes its entry within its own transaction, and a trail cannot be opened in there.
      // Who only looks needs none: a full disk has none.
      if (!looks) await audit.ready()
      const { composeRetention } = await import('./compose/retention.ts')
      return composeRetention({ config, platform, sequelize, audit, log })
    },
    async [Symbol.asyncDispose]() {
      await audit.close()
      await database.close()
    },
  }
}
