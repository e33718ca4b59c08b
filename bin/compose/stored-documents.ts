/**
 * `svcctl doc replay` and `svcctl doc explain`: what is stored of a document, and what it was
 * written from, read beside a running service. The data folder is read and nothing in it is
 * changed.
 */
import type { Config } from '../../config/settings.ts'
import { explainDocument } from '../../core/document/checks/explain-document.ts'
import { replayDocument } from '../../core/document/generation/replay-document.ts'
import { documentStore } from '../../models/document/documents.ts'
import { DocumentDossierRow } from '../../models/document/dossier.ts'
import { documentOriginStore } from '../../models/document/origins.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { recording } from '../audited-admin.ts'
import { commandLog } from '../command-log.ts'
import type { Platform } from '../platform.ts'
import { beginAct } from '../record-act.ts'
import { openAccess } from './access.ts'
import { composeAdminAudit } from './audit.ts'
import { replayGenerator } from './replay-generator.ts'

export async function openStoredDocuments(config: Config, platform: Platform) {
  const log = commandLog()
  const { version: productVersion, now } = platform
  const { database, sealer } = await openAccess(config, platform, log, { make: false })
  const { sequelize, isReadOnly } = database
  const seal = consultationSeal(consultationVault({ sequelize, sealer, now }))
  const origins = documentOriginStore({ sequelize, seal })
  const audit = composeAdminAudit({ config, platform, sequelize, sealer, log, isReadOnly })
  const dossiers = DocumentDossierRow.attach(sequelize)
  const acts = {
    replay: replayDocument({
      origins,
      productVersion,
      openGenerator: (origin) => replayGenerator(origin, config, platform),
    }),
    explain: explainDocument({
      origins,
      productVersion,
      documents: documentStore({ sequelize, seal }),
      wasAsked: async (id) => (await dossiers.count({ where: { documentId: id } })) > 0,
    }),
  }
  // On record from before anything of it is read, with what came of it.
  const on = recording(audit.trail, audit.actor, beginAct({ config, platform }))
  return {
    ...on(acts, {
      replay: ([id]) => ({ action: 'document.replayed', subject: { kind: 'document', id } }),
      explain: ([id]) => ({ action: 'document.explained', subject: { kind: 'document', id } }),
    }),
    async [Symbol.asyncDispose]() {
      await audit.close()
      await database.close()
    },
  }
}
