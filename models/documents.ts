import type { Sequelize } from 'sequelize'
import {
  type DocumentRecord,
  type DocumentStore,
  INTERRUPTED,
} from '../core/document/document-store.ts'
import type { Template } from '../core/document/ports.ts'
import type { ConsultationSeal } from './consultation-seal.ts'
import { DocumentRow } from './document.ts'

/** What only the consultation's key opens. */
type Body = Pick<
  DocumentRecord,
  'content' | 'markdown' | 'evidence' | 'contradictions' | 'editedPaths'
>

/** Documents in the database; their clinical part sealed. */
export function documentStore({
  sequelize,
  seal,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
}): DocumentStore {
  const Documents = DocumentRow.attach(sequelize)

  async function toRow(record: DocumentRecord) {
    const { id, consultationId, content, markdown, evidence, contradictions, editedPaths } = record
    const body: Body = { content, markdown, evidence, contradictions, editedPaths }
    return {
      id,
      consultationId,
      template: JSON.stringify(record.template),
      status: record.status,
      sealedBody: await seal.seal(consultationId, contextOf(id), JSON.stringify(body)),
      generator: record.source.generator,
      model: record.source.model,
      generatorVersion: record.source.version,
      editedByUser: record.editedByUser,
      failureError: record.failure?.error ?? null,
      failureMessage: record.failure?.message ?? null,
      reviewedAt: record.reviewedAt,
      reviewedBy: record.reviewedBy,
      version: record.version,
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
    }
  }

  async function toRecord(row: DocumentRow): Promise<DocumentRecord> {
    const body = await seal.open(row.consultationId, contextOf(row.id), row.sealedBody)
    return {
      ...(JSON.parse(body) as Body),
      id: row.id,
      consultationId: row.consultationId,
      template: JSON.parse(row.template) as Template,
      status: row.status as DocumentRecord['status'],
      source: {
        generator: row.generator as DocumentRecord['source']['generator'],
        model: row.model,
        version: row.generatorVersion,
      },
      editedByUser: row.editedByUser,
      failure:
        row.failureError === null
          ? null
          : { error: row.failureError, message: row.failureMessage ?? '' },
      reviewedAt: row.reviewedAt,
      reviewedBy: row.reviewedBy,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }
  }

  return {
    async create(record) {
      await Documents.create(await toRow(record))
    },

    async find(id) {
      const row = await Documents.findByPk(id)
      return row ? toRecord(row) : null
    },

    async list(consultationId) {
      const rows = await Documents.findAll({
        where: { consultationId },
        order: [
          ['createdAt', 'DESC'],
          ['id', 'DESC'],
        ],
      })
      return Promise.all(rows.map(toRecord))
    },

    async update(record, expectedVersion) {
      const { id, ...columns } = await toRow(record)
      const [changed] = await Documents.update(columns, {
        where: { id, version: expectedVersion },
      })
      return changed === 1
    },

    async interruptGenerating(at) {
      const [changed] = await Documents.update(
        {
          status: 'failed',
          failureError: INTERRUPTED.error,
          failureMessage: INTERRUPTED.message,
          version: sequelize.literal('version + 1'),
          updatedAt: at,
        },
        { where: { status: 'generating' } },
      )
      return changed
    },
  }
}

function contextOf(id: string): string {
  return `document ${id}`
}
