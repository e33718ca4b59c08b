import { createHash } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { type Ending, endingOf } from '../../core/document/generation/ending.ts'
import type { DocumentOriginStore } from '../../core/document/record/document-store.ts'
import type { DossierDocument } from '../../core/dossier/figures.ts'
import { monthlyReports } from '../../core/dossier/monthly-report.ts'
import { AppError } from '../../core/errors.ts'
import type { AuditExamination } from '../../models/audit/audit.ts'
import { isSigned } from '../../models/audit/keys.ts'
import { DocumentDossierRow } from '../../models/document/dossier.ts'
import { dossierSources } from '../../models/document/dossier-sources.ts'
import type { Platform } from '../platform.ts'
import { writeResult } from '../write-result.ts'

interface Deps {
  config: Pick<Config, 'aiRiskClass'>
  platform: Pick<Platform, 'now' | 'version'>
  sequelize: Sequelize
  origins: Pick<DocumentOriginStore, 'find'>
  audit: { trail: AuditTrail; examine(): Promise<AuditExamination> }
}

/** The monthly report for the medical director, beside a running server or without one. */
export function composeDossier({ config, platform, sequelize, origins, audit }: Deps) {
  return {
    ...monthlyReports({
      sources: dossierSources(sequelize),
      examine: audit.examine,
      isSigned,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      trail: audit.trail,
      productVersion: platform.version,
      riskClass: config.aiRiskClass,
      now: platform.now,
    }),
    async document(id: string): Promise<DossierDocument & { ending: Ending }> {
      const row = await DocumentDossierRow.attach(sequelize).findByPk(id)
      if (row) {
        const dossier = row.get({ plain: true })
        // An erased visit no longer opens; the dossier is shown without it.
        const origin = await origins.find(id).catch(() => null)
        return { ...dossier, ending: endingOf(dossier, origin) }
      }
      throw new AppError(
        'not-found',
        'document_not_found',
        `No document has the id ${id}, or it is from before there were dossiers.`,
      )
    },
    /** Readable by its owner only. */
    keep: writeResult,
  }
}
