import { DataTypes, type Sequelize, type Transaction } from 'sequelize'
import type {
  DocumentRecord,
  DocumentStore,
  KeptState,
  VersionEntry,
  VersionNote,
} from '../../core/document/record/document-store.ts'
import { Row } from '../database/row.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { DocumentRow } from './document.ts'

/** One state that a document was in. Its clinical part is one sealed blob. */
class DocumentVersionRow extends Row<DocumentVersionRow> {
  declare documentId: string
  declare number: number
  declare kind: string
  /** Who made it, as the host or the organization names the person; null for nobody. */
  declare sealedMaker: Buffer | null
  declare sealedBody: Buffer
  declare createdAt: Date
  declare updatedAt: Date

  static attach(sequelize: Sequelize): typeof DocumentVersionRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      number: { type: DataTypes.INTEGER, primaryKey: true },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      sealedMaker: { type: DataTypes.BLOB, allowNull: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'documentVersion',
      tableName: 'document_versions',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentVersionRow {}.init(attributes, options)
  }
}

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
  const Documents = DocumentRow.attach(sequelize)

  function sealed(record: DocumentRecord, number: number): Promise<Buffer> {
    const { content, layout, markdown, evidence, contradictions, editedPaths, editedByUser } =
      record
    const state: KeptState = {
      content,
      layout,
      markdown,
      evidence,
      contradictions,
      editedPaths,
      editedByUser,
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
    const { id: documentId, consultationId } = record
    const sealedBody = await sealed(record, number)
    const sealedMaker =
      by === null ? null : await seal.seal(consultationId, makerContext(documentId, number), by)
    await Versions.create(
      { documentId, number, kind, sealedMaker, sealedBody, createdAt, updatedAt },
      { transaction: within },
    )
  }

  async function entryOf(consultationId: string, row: DocumentVersionRow): Promise<VersionEntry> {
    const { documentId, number, sealedMaker, createdAt, updatedAt } = row
    const by =
      sealedMaker &&
      (await seal.open(consultationId, makerContext(documentId, number), sealedMaker))
    return { number, kind: row.kind as VersionEntry['kind'], by, createdAt, updatedAt }
  }

  return {
    async keep({ before, after, note, transaction }: Keeping): Promise<void> {
      const last = await newest(after.id, transaction)
      const at = after.updatedAt
      if (last && joins(await entryOf(after.consultationId, last), note)) {
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
      const document = await Documents.findByPk(documentId, { attributes: ['consultationId'] })
      if (!document) return []
      const rows = await Versions.findAll({
        where: { documentId },
        attributes: { exclude: ['sealedBody'] },
        order: [['number', 'DESC']],
      })
      return Promise.all(rows.map((row) => entryOf(document.consultationId, row)))
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
      return { ...(JSON.parse(state) as KeptState), ...(await entryOf(consultationId, row)) }
    },

    async wasReviewed(documentId: string, transaction: Transaction): Promise<boolean> {
      return (await Versions.count({ where: { documentId, kind: 'reviewed' }, transaction })) > 0
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

function joins(last: VersionEntry, { kind, by, joinSince }: VersionNote): boolean {
  if (!joinSince || kind !== 'edited' || last.kind !== kind || last.by !== by) return false
  return last.createdAt >= joinSince.begun && last.updatedAt >= joinSince.continued
}

function contextOf(documentId: string, number: number): string {
  return `document ${documentId} version ${number}`
}

function makerContext(documentId: string, number: number): string {
  return `${contextOf(documentId, number)} maker`
}
