import { createHash } from 'node:crypto'
import type { Sequelize, Transaction } from 'sequelize'
import type { AuditEntry, DocumentRecord, VersionNote } from '../core/document/document-store.ts'
import { ledgerCounts, ledgerText } from '../core/document/evidence-summary.ts'
import type { ConsultationSeal } from './consultation-seal.ts'
import { DocumentAuditRow } from './document-audit-row.ts'

type Facts = Pick<AuditEntry, 'ledger' | 'ledgerSha256' | 'source'>

/**
 * The audit trail of documents. Its facts hold no clinical word, but the digest of a short document could be guessed from
 * its possible texts, so they are sealed as the document is.
 */
export function documentAudit({
  sequelize,
  seal,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
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
      }
      const context = contextOf(id, version)
      await Entries.create(
        {
          consultationId,
          documentId: id,
          documentVersion: version,
          kind,
          madeBy: by,
          sealedFacts: await seal.seal(consultationId, context, JSON.stringify(facts)),
          createdAt: updatedAt,
        },
        { transaction },
      )
    },

    /** In the order it happened. */
    async list(documentId: string): Promise<AuditEntry[]> {
      const rows = await Entries.findAll({ where: { documentId }, order: [['sequence', 'ASC']] })
      return Promise.all(
        rows.map(async (row): Promise<AuditEntry> => {
          const context = contextOf(documentId, row.documentVersion)
          const facts = await seal.open(row.consultationId, context, row.sealedFacts)
          return {
            kind: row.kind as AuditEntry['kind'],
            by: row.madeBy,
            version: row.documentVersion,
            at: row.createdAt,
            ...(JSON.parse(facts) as Facts),
          }
        }),
      )
    },
  }
}

function contextOf(documentId: string, version: number): string {
  return `audit of document ${documentId} at ${version}`
}
