import { createHash } from 'node:crypto'
import type { Sequelize, Transaction } from 'sequelize'
import type {
  AuditEntry,
  DocumentRecord,
  VersionNote,
} from '../../core/document/record/document-store.ts'
import { ledgerCounts, ledgerText } from '../../core/document/record/summary.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { DocumentAuditRow } from './audit-row.ts'

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
