import { createHash } from 'node:crypto'
import { type CreationOptional, DataTypes, type Sequelize, type Transaction } from 'sequelize'
import type {
  AuditEntry,
  DocumentRecord,
  VersionNote,
} from '../../core/document/record/document-store.ts'
import { ledgerCounts, ledgerText } from '../../core/document/record/ledger-summary.ts'
import { Row } from '../database/row.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

/** One thing that happened to a document. Never changed, never removed: the database refuses it. */
class DocumentAuditRow extends Row<DocumentAuditRow> {
  declare sequence: CreationOptional<number>
  declare consultationId: string
  declare documentId: string
  declare documentVersion: number
  declare kind: string
  /** In lines of earlier releases, who did it; now told among the sealed facts. */
  declare madeBy: string | null
  declare sealedFacts: Buffer
  declare createdAt: Date

  static attach(sequelize: Sequelize): typeof DocumentAuditRow {
    const attributes = {
      sequence: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      documentId: { type: DataTypes.UUID, allowNull: false },
      documentVersion: { type: DataTypes.INTEGER, allowNull: false },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      madeBy: { type: DataTypes.STRING(255), allowNull: true },
      sealedFacts: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'documentAudit',
      tableName: 'document_audit',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentAuditRow {}.init(attributes, options)
  }
}

type Facts = Pick<AuditEntry, 'ledger' | 'ledgerSha256' | 'source'> & {
  /** Lines of earlier releases say it in a column. */
  by?: string | null
}

/** Ties a line into the chain of the whole box, in the transaction that writes the line. */
export type LinkDocumentLine = (
  line: {
    sequence: number
    consultationId: string
    documentId: string
    version: number
    kind: string
  },
  transaction: Transaction,
) => Promise<void>

/**
 * The audit trail of documents. Its facts hold no clinical word, but the digest of a short document
 * could be guessed from its possible texts, so they are sealed as the document is, and who did it
 * with them.
 */
export function documentAudit({
  sequelize,
  seal,
  link,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
  link?: LinkDocumentLine | undefined
}) {
  const Entries = DocumentAuditRow.attach(sequelize)

  return {
    async append(
      record: DocumentRecord,
      { kind, by }: VersionNote,
      transaction: Transaction,
    ): Promise<void> {
      const { id, consultationId, version, source, updatedAt } = record
      const facts: Facts = {
        ledger: ledgerCounts(record),
        ledgerSha256: createHash('sha256').update(ledgerText(record)).digest('hex'),
        source,
        by,
      }
      const context = contextOf(id, version)
      const { sequence } = await Entries.create(
        {
          consultationId,
          documentId: id,
          documentVersion: version,
          kind,
          madeBy: null,
          sealedFacts: await seal.seal(consultationId, context, JSON.stringify(facts)),
          createdAt: updatedAt,
        },
        { transaction },
      )
      await link?.({ sequence, consultationId, documentId: id, version, kind }, transaction)
    },

    /** In the order it happened. */
    async list(documentId: string): Promise<AuditEntry[]> {
      const rows = await Entries.findAll({ where: { documentId }, order: [['sequence', 'ASC']] })
      return Promise.all(
        rows.map(async (row): Promise<AuditEntry> => {
          const context = contextOf(documentId, row.documentVersion)
          const text = await seal.open(row.consultationId, context, row.sealedFacts)
          const { by = row.madeBy, ...facts } = JSON.parse(text) as Facts
          return {
            kind: row.kind as AuditEntry['kind'],
            by,
            version: row.documentVersion,
            at: row.createdAt,
            ...facts,
          }
        }),
      )
    },
  }
}

function contextOf(documentId: string, version: number): string {
  return `audit of document ${documentId} at ${version}`
}
