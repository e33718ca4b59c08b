import type { Sequelize, Transaction } from 'sequelize'
import type {
  DocumentRecord,
  DocumentStore,
  KeptState,
  VersionEntry,
  VersionNote,
} from '../core/document/document-store.ts'
import type { ConsultationSeal } from './consultation-seal.ts'
import { DocumentVersionRow } from './document-version.ts'

interface Keeping {
  /** Null when there was nothing yet. */
  before: DocumentRecord | null
  after: DocumentRecord
  note: VersionNote
  transaction: Transaction
}

/** The kept states of documents, sealed as the documents themselves. */
export function documentVersions({
  sequelize,
  seal,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
}) {
  const Versions = DocumentVersionRow.attach(sequelize)

  function sealed(record: DocumentRecord, number: number): Promise<Buffer> {
    const { content, layout, markdown, evidence, contradictions, editedPaths, editedByUser } =
      record
    const state: KeptState = {
      ...{ content, layout, markdown, evidence, contradictions, editedPaths, editedByUser },
    }
    return seal.seal(record.consultationId, contextOf(record.id, number), JSON.stringify(state))
  }

  async function newest(documentId: string, transaction?: Transaction) {
    return Versions.findOne({
      where: { documentId },
      order: [['number', 'DESC']],
      ...(transaction ? { transaction } : {}),
    })
  }

  async function add(record: DocumentRecord, number: number, about: About, within: Transaction) {
    const { kind, by, createdAt, updatedAt } = about
    const sealedBody = await sealed(record, number)
    await Versions.create(
      { documentId: record.id, number, kind, madeBy: by, sealedBody, createdAt, updatedAt },
      { transaction: within },
    )
  }

  return {
    async keep({ before, after, note, transaction }: Keeping): Promise<void> {
      const last = await newest(after.id, transaction)
      const at = after.updatedAt
      if (last && joins(last, note)) {
        const sealedBody = await sealed(after, last.number)
        const where = { documentId: after.id, number: last.number }
        await Versions.update({ sealedBody, updatedAt: at }, { where, transaction })
        return
      }
      let number = last?.number ?? 0
      // A document from before there were versions: what it said until now is the first one.
      if (!last && before) await add(before, ++number, aboutFirst(before), transaction)
      const about = { kind: note.kind, by: note.by, createdAt: at, updatedAt: at }
      await add(after, number + 1, about, transaction)
    },

    async list(documentId: string): Promise<VersionEntry[]> {
      const rows = await Versions.findAll({
        where: { documentId },
        attributes: { exclude: ['sealedBody'] },
        order: [['number', 'DESC']],
      })
      return rows.map(entryOf)
    },

    async find(
      consultationId: string,
      documentId: string,
      number: number,
    ): ReturnType<DocumentStore['findVersion']> {
      const row = await Versions.findOne({ where: { documentId, number } })
      if (!row) return null
      const context = contextOf(documentId, number)
      const state = await seal.open(consultationId, context, row.sealedBody)
      return { ...(JSON.parse(state) as KeptState), ...entryOf(row) }
    },

    async wasReviewed(documentId: string): Promise<boolean> {
      return (await Versions.count({ where: { documentId, kind: 'reviewed' } })) > 0
    },

    async removeAll(documentId: string, transaction: Transaction): Promise<void> {
      await Versions.destroy({ where: { documentId }, transaction })
    },
  }
}

type About = Omit<VersionEntry, 'number'>

function aboutFirst({
  editedByUser,
  createdAt,
  updatedAt,
  reviewedAt,
  reviewedBy,
}: DocumentRecord) {
  if (reviewedAt)
    return {
      kind: 'reviewed',
      by: reviewedBy,
      createdAt: reviewedAt,
      updatedAt: reviewedAt,
    } as const
  return { kind: editedByUser ? 'edited' : 'generated', by: null, createdAt, updatedAt } as const
}

function joins(last: DocumentVersionRow, { kind, by, joinSince }: VersionNote): boolean {
  if (!joinSince || kind !== 'edited' || last.kind !== kind || last.madeBy !== by) return false
  return last.createdAt >= joinSince.begun && last.updatedAt >= joinSince.continued
}

function entryOf(row: DocumentVersionRow): VersionEntry {
  const { number, madeBy, createdAt, updatedAt } = row
  return { number, kind: row.kind as VersionEntry['kind'], by: madeBy, createdAt, updatedAt }
}

function contextOf(documentId: string, number: number): string {
  return `document ${documentId} version ${number}`
}
