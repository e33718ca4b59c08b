/**
 * The dossier of documents: a row each, written with the document itself, in clear, because it
 * holds no clinical word and nobody's name, and kept when the document goes.
 */
import { createHash } from 'node:crypto'
import { DataTypes, literal, Op, type Sequelize, type Transaction } from 'sequelize'
import { filledValues } from '../../core/document/models/content.ts'
import type {
  DocumentRecord,
  KeptState,
  VersionNote,
} from '../../core/document/record/document-store.ts'
import { ledgerCounts } from '../../core/document/record/ledger-summary.ts'
import { changedPermille, fingerprintOf } from '../../core/dossier/fingerprint.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { Row } from '../database/row.ts'

export class DocumentDossierRow extends Row<DocumentDossierRow> {
  declare documentId: string
  declare consultationId: string
  declare organizationId: string
  declare generator: string
  declare model: string | null
  declare modelSha256: string | null
  declare recipeVersion: string
  declare templateId: string
  declare templateVersion: number
  declare templateSha256: string
  declare productVersion: string
  /** Another engine wrote than the one that was asked. */
  declare fallback: boolean
  declare createdAt: Date
  declare writtenAt: Date | null
  declare failure: string | null
  declare valuesSupported: number | null
  /** Contradicted or without a source, and left in. */
  declare valuesMarked: number | null
  /** Taken out, because they were dangerous. */
  declare valuesWithdrawn: number | null
  /** For the first time. */
  declare reviewedAt: Date | null
  declare changedPermille: number | null

  static attach(sequelize: Sequelize): typeof DocumentDossierRow {
    const text = (length: number, allowNull = false) => ({
      type: DataTypes.STRING(length),
      allowNull,
    })
    const count = () => ({ type: DataTypes.INTEGER, allowNull: true })
    const date = (allowNull = true) => ({ type: DataTypes.DATE, allowNull })
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      generator: text(16),
      model: text(255, true),
      modelSha256: { ...text(64, true), field: 'model_sha256' },
      recipeVersion: text(255),
      templateId: text(255),
      templateVersion: { type: DataTypes.INTEGER, allowNull: false },
      templateSha256: { ...text(64), field: 'template_sha256' },
      productVersion: text(64),
      fallback: { type: DataTypes.BOOLEAN, allowNull: false },
      createdAt: date(false),
      writtenAt: date(),
      failure: text(64, true),
      valuesSupported: count(),
      valuesMarked: count(),
      valuesWithdrawn: count(),
      reviewedAt: date(),
      changedPermille: count(),
    }
    const options = {
      sequelize,
      tableName: 'document_dossier',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentDossierRow {}.init(attributes, options)
  }
}

export interface DocumentDossier {
  begun(record: DocumentRecord, transaction: Transaction): Promise<void>
  /** @param generated as it left the engine; only asked for where it is reviewed */
  changed(
    record: DocumentRecord,
    note: VersionNote | undefined,
    generated: Pick<KeptState, 'content'> | null,
    transaction: Transaction,
  ): Promise<void>
  /** Nobody writes any more what was being written. */
  interrupted(failure: string): Promise<void>
}

const GENERATING = literal(`(SELECT id FROM documents WHERE status = 'generating')`)

export function documentDossier(sequelize: Sequelize, productVersion: string): DocumentDossier {
  const Rows = DocumentDossierRow.attach(sequelize)
  const Consultations = ConsultationRow.attach(sequelize)

  function columnsOf({ source, template }: DocumentRecord) {
    const { template: made, ...print } = fingerprintOf(source, template, productVersion, sha256)
    return {
      ...print,
      templateId: made.id,
      templateVersion: made.version,
      templateSha256: made.sha256,
    }
  }

  return {
    async begun(record, transaction) {
      const { id: documentId, consultationId, createdAt } = record
      const consultation = await Consultations.findByPk(consultationId, {
        attributes: ['organizationId'],
        transaction,
      })
      if (!consultation) return
      await Rows.create(
        {
          documentId,
          consultationId,
          organizationId: consultation.organizationId,
          createdAt,
          ...columnsOf(record),
          fallback: false,
          writtenAt: null,
          failure: null,
          reviewedAt: null,
          changedPermille: null,
          valuesSupported: null,
          valuesMarked: null,
          valuesWithdrawn: null,
        },
        { transaction },
      )
    },

    async interrupted(failure) {
      const documentId = { [Op.notIn]: GENERATING }
      await Rows.update({ failure }, { where: { writtenAt: null, failure: null, documentId } })
    },

    async changed(record, note, generated, transaction) {
      const row = await Rows.findByPk(record.id, { transaction })
      if (!row) return
      if (record.status === 'failed')
        await row.update({ failure: record.failure?.error ?? null }, { transaction })
      else if (note?.kind === 'generated') {
        const counts = ledgerCounts(record)
        await row.update(
          {
            ...columnsOf(record),
            fallback: row.generator !== record.source.generator,
            writtenAt: record.updatedAt,
            valuesSupported: counts.supported,
            valuesMarked: counts.contradicted + counts.not_found,
            valuesWithdrawn: counts.withdrawn,
          },
          { transaction },
        )
      } else if (note?.kind === 'reviewed' && row.reviewedAt === null)
        await row.update(
          {
            reviewedAt: record.reviewedAt,
            changedPermille:
              generated && changedPermille(wordsOf(record, generated), wordsOf(record, record)),
          },
          { transaction },
        )
    },
  }
}

function wordsOf(
  { template }: Pick<DocumentRecord, 'template'>,
  { content }: Pick<KeptState, 'content'>,
): string {
  return filledValues(template, content)
    .map(({ text }) => text)
    .join('\n')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
