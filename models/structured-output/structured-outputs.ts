import { type CreationOptional, DataTypes, literal, Op, type Sequelize } from 'sequelize'
import type {
  CachedOutput,
  CachePlace,
  StructuredOutputCache,
} from '../../core/structured-output/structured-output.ts'
import { Row } from '../database/row.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

/** The answer to one schema for one document, as one sealed blob. */
class StructuredOutputRow extends Row<StructuredOutputRow> {
  declare documentId: string
  declare schemaDigest: string
  declare sealedBody: Buffer
  declare createdAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof StructuredOutputRow {
    const attributes = {
      documentId: { type: DataTypes.UUID, primaryKey: true },
      schemaDigest: { type: DataTypes.STRING(64), primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'structured_output',
      tableName: 'structured_outputs',
      underscored: true,
      timestamps: false,
    }
    return class extends StructuredOutputRow {}.init(attributes, options)
  }
}

/**
 * A host has one schema, maybe one per kind of visit: more rows than this of one document are of
 * nobody's use.
 */
const MOST_PER_DOCUMENT = 8

/** Answers to hosts' schemas in the database, sealed; deleted with their document. */
export function structuredOutputs({
  sequelize,
  seal,
  now,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
  now: () => Date
}): StructuredOutputCache & { purgeDeleted(): Promise<number> } {
  const Rows = StructuredOutputRow.attach(sequelize)

  async function forgetOld(documentId: string) {
    const kept = await Rows.findAll({
      where: { documentId },
      attributes: ['schemaDigest'],
      order: [['createdAt', 'DESC']],
      limit: MOST_PER_DOCUMENT,
    })
    const schemaDigest = { [Op.notIn]: kept.map((row) => row.schemaDigest) }
    await Rows.destroy({ where: { documentId, schemaDigest } })
  }

  return {
    async find({ consultationId, documentId, schemaDigest }) {
      const row = await Rows.findOne({ where: { documentId, schemaDigest } })
      if (!row) return null
      const body = await seal.open(
        consultationId,
        contextOf(documentId, schemaDigest),
        row.sealedBody,
      )
      return JSON.parse(body) as CachedOutput
    },

    async put({ consultationId, documentId, schemaDigest }: CachePlace, cached) {
      const context = contextOf(documentId, schemaDigest)
      const sealedBody = await seal.seal(consultationId, context, JSON.stringify(cached))
      await Rows.upsert({ documentId, schemaDigest, sealedBody, createdAt: now() })
      await forgetOld(documentId)
    },

    /**
     * Removes those of deleted documents: they can be worked out again if the deletion is undone.
     * Documents under legal hold keep theirs.
     */
    async purgeDeleted() {
      const deleted = literal(`(SELECT id FROM documents WHERE deleted_at IS NOT NULL
        AND consultation_id NOT IN (SELECT id FROM consultations WHERE held_at IS NOT NULL))`)
      return Rows.destroy({ where: { documentId: { [Op.in]: deleted } } })
    },
  }
}

function contextOf(documentId: string, schemaDigest: string): string {
  return `structured output ${documentId} ${schemaDigest}`
}
