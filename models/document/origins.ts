import { type CreationOptional, DataTypes, type Sequelize, type Transaction } from 'sequelize'
import type { DocumentInput } from '../../core/document/models/ports.ts'
import type {
  DocumentOrigin,
  DocumentOriginStore,
} from '../../core/document/record/document-store.ts'
import { Row } from '../database/row.ts'
import { UNUSED_PARTS } from '../retention/erasers.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

/** What one document was written from, as one sealed blob. */
class DocumentOriginRow extends Row<DocumentOriginRow> {
  declare documentId: string
  declare consultationId: string
  declare sealedBody: Buffer
  declare createdAt: CreationOptional<Date>

  static attach(sequelize: Sequelize): typeof DocumentOriginRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'document_origin',
      tableName: 'document_origins',
      underscored: true,
      timestamps: false,
    }
    return class extends DocumentOriginRow {}.init(attributes, options)
  }
}

/** A part of what documents of a visit were written from. */
class OriginPartRow extends Row<OriginPartRow> {
  declare consultationId: string
  declare part: string
  declare sealedBody: Buffer
  declare sizeBytes: number
  declare createdAt: CreationOptional<Date>

  static attach(sequelize: Sequelize): typeof OriginPartRow {
    const attributes = {
      consultationId: { type: DataTypes.UUID, primaryKey: true },
      part: { type: DataTypes.STRING(64), primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      sizeBytes: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const tableName = 'document_origin_parts'
    const options = { sequelize, tableName, underscored: true, timestamps: false }
    return class extends OriginPartRow {}.init(attributes, options)
  }
}

/** Which document was written from it. */
class OriginUseRow extends Row<OriginUseRow> {
  declare documentId: string
  declare part: string
  declare consultationId: string

  static attach(sequelize: Sequelize): typeof OriginUseRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      part: { type: DataTypes.STRING(64), primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
    }
    const tableName = 'document_origin_uses'
    const options = { sequelize, tableName, underscored: true, timestamps: false }
    return class extends OriginUseRow {}.init(attributes, options)
  }
}

type Facts = Omit<DocumentOrigin, 'documentId' | 'consultationId'>

/** The input by the names of its parts: a file is one, and what each document has anew another. */
interface InputParts {
  template: string
  segments: string
  texts: string
  files: string[]
}

interface Body extends Omit<Facts, 'input'> {
  /** Input of origins from before parts were kept. */
  input?: DocumentInput
  parts?: InputParts
}

/** How often a part may be taken away by an erasure while a document that shares it is kept. */
const TRIES = 3

/**
 * Origins in the database, sealed as the documents themselves. The parts of their input are named
 * by their content and kept once for all documents of the visit.
 */
export function documentOriginStore({
  sequelize,
  seal,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
}): DocumentOriginStore {
  const Origins = DocumentOriginRow.attach(sequelize)
  const Parts = OriginPartRow.attach(sequelize)
  const Uses = OriginUseRow.attach(sequelize)

  async function namedParts(consultationId: string, input: DocumentInput) {
    const { template, segments, contextMarkdown, backgroundHistory, files } = input
    const texts = new Map<string, string>()
    const named = async (value: unknown) => {
      const text = JSON.stringify(value)
      const name = await seal.name(consultationId, `document origin part ${text}`)
      texts.set(name, text)
      return name
    }
    const parts: InputParts = {
      template: await named(template),
      segments: await named(segments),
      texts: await named({ contextMarkdown, backgroundHistory }),
      files: [],
    }
    for (const file of files) parts.files.push(await named(file))
    return { parts, texts }
  }

  async function sealedParts(consultationId: string, texts: Map<string, string>, at: Date) {
    const there = await Parts.findAll({
      attributes: ['part'],
      where: { consultationId, part: [...texts.keys()] },
    })
    const known = new Set(there.map(({ part }) => part))
    const rows = []
    for (const [part, text] of texts) {
      if (known.has(part)) continue
      const sealedBody = await seal.seal(consultationId, partContext(part), text)
      const sizeBytes = sealedBody.length
      rows.push({ consultationId, part, sealedBody, sizeBytes, createdAt: at })
    }
    return rows
  }

  async function readInput(consultationId: string, parts: InputParts): Promise<DocumentInput> {
    const read = async (part: string) => {
      const row = await Parts.findOne({ where: { consultationId, part }, rejectOnEmpty: true })
      return JSON.parse(await seal.open(consultationId, partContext(part), row.sealedBody))
    }
    const { contextMarkdown, backgroundHistory } = await read(parts.texts)
    const files = []
    for (const part of parts.files) files.push(await read(part))
    const template = await read(parts.template)
    const segments = await read(parts.segments)
    return { template, segments, contextMarkdown, backgroundHistory, files }
  }

  return {
    async keep({ documentId, consultationId, input, ...facts }, at) {
      const { parts, texts } = await namedParts(consultationId, input)
      const body: Body = { ...facts, parts }
      const sealedBody = await seal.seal(
        consultationId,
        contextOf(documentId),
        JSON.stringify(body),
      )
      const names = [...texts.keys()]
      const uses = names.map((part) => ({ documentId, part, consultationId }))

      async function keepAll(): Promise<boolean> {
        const rows = await sealedParts(consultationId, texts, at)
        return sequelize.transaction(async (transaction) => {
          await Parts.bulkCreate(rows, { ignoreDuplicates: true, transaction })
          const where = { consultationId, part: names }
          if ((await Parts.count({ where, transaction })) < names.length) return false
          await Uses.bulkCreate(uses, { transaction })
          const origin = { documentId, consultationId, sealedBody, createdAt: at }
          await Origins.create(origin, { transaction })
          return true
        })
      }

      for (let tries = 0; tries < TRIES; tries++) if (await keepAll()) return
      throw new Error('what the document was written from is being erased')
    },

    async find(documentId) {
      const row = await Origins.findByPk(documentId)
      if (!row) return null
      const { consultationId, sealedBody } = row
      const text = await seal.open(consultationId, contextOf(documentId), sealedBody)
      const { parts, input: whole, ...facts } = JSON.parse(text) as Body
      const input = whole ?? (parts && (await readInput(consultationId, parts)))
      return input ? { ...facts, input, documentId, consultationId } : null
    },
  }
}

/** In one with what the document was: its origin goes, and parts that no other one has. */
export async function forgetOrigin(
  sequelize: Sequelize,
  { id, consultationId }: { id: string; consultationId: string },
  transaction: Transaction,
): Promise<void> {
  const replacements = { id, consultationId }
  for (const table of ['document_origins', 'document_origin_uses'])
    await sequelize.query(`DELETE FROM ${table} WHERE document_id = :id`, {
      replacements,
      transaction,
    })
  await sequelize.query(UNUSED_PARTS, { replacements, transaction })
}

function contextOf(documentId: string): string {
  return `document ${documentId} origin`
}

function partContext(part: string): string {
  return `document origin part ${part}`
}
