import { DataTypes, Op, type Sequelize, type Transaction, UniqueConstraintError } from 'sequelize'
import {
  type AskedKey,
  KEY_LIFE_MS,
  type KeptKey,
  type SubmitKeys,
} from '../../core/rnds/submit-key.ts'
import { Row } from '../database/row.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

/** An `Idempotency-Key`, by its blind index; what was asked and answered under it sealed. */
class SubmitKeyRow extends Row<SubmitKeyRow> {
  declare id: string
  declare consultationId: string
  declare submissionId: string
  declare sealedBody: Buffer
  declare createdAt: Date
  /** Raised by every write: the optimistic lock. */
  declare version: number

  static attach(sequelize: Sequelize): typeof SubmitKeyRow {
    const attributes = {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      submissionId: { type: DataTypes.STRING(64), allowNull: false },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      version: { type: DataTypes.INTEGER, allowNull: false },
    }
    const options = {
      sequelize,
      modelName: 'submitKey',
      tableName: 'rnds_submit_keys',
      underscored: true,
      // Its times are the domain's.
      timestamps: false,
    }
    return class extends SubmitKeyRow {}.init(attributes, options)
  }
}

interface Deps {
  sequelize: Sequelize
  seal: ConsultationSeal
  now: () => Date
}

export interface StoredSubmitKeys extends SubmitKeys {
  /**
   * Seals the row of a new key, which may be a write of its own; the result puts it into a
   * transaction.
   */
  keeping(key: AskedKey, submissionId: string): Promise<(transaction: Transaction) => Promise<void>>
}

/** `SubmitKeys` on rows. */
export function submitKeys({ sequelize, seal, now }: Deps): StoredSubmitKeys {
  const rows = SubmitKeyRow.attach(sequelize)
  type Named = Pick<AskedKey, 'id' | 'consultationId'>
  type Body = Pick<KeptKey, 'request' | 'answer'>
  const sealed = ({ id, consultationId }: Named, body: Body) =>
    seal.seal(consultationId, `rnds submit key ${id}`, JSON.stringify(body))

  async function read({ id, consultationId }: Named) {
    const row = await rows.findByPk(id)
    if (!row || isOver(row.createdAt, now())) return null
    const text = await seal.open(consultationId, `rnds submit key ${id}`, row.sealedBody)
    return { row, body: JSON.parse(text) as Body }
  }

  async function keeping(key: AskedKey, submissionId: string) {
    const { id, consultationId, request } = key
    const sealedBody = await sealed(key, { request, answer: null })
    return async (transaction: Transaction) => {
      const at = now()
      await rows.destroy({ where: { createdAt: outside(at) }, transaction })
      const row = { id, consultationId, submissionId, sealedBody, createdAt: at, version: 1 }
      await rows.create(row, { transaction })
    }
  }

  return {
    keeping,

    async findKey(key) {
      const found = await read(key)
      return found && { ...found.body, submissionId: found.row.submissionId }
    },

    async keepKey(key, submissionId) {
      const keep = await keeping(key, submissionId)
      try {
        await sequelize.transaction(keep)
        return true
      } catch (error) {
        if (error instanceof UniqueConstraintError) return false
        throw error
      }
    },

    async answerKey(key, answer) {
      const found = await read(key)
      if (!found) return answer
      const { row, body } = found
      if (body.answer) return body.answer
      const sealedBody = await sealed(key, { ...body, answer })
      const [written] = await rows.update(
        { sealedBody, version: row.version + 1 },
        { where: { id: key.id, version: row.version } },
      )
      // Whoever was faster has told somebody.
      return written === 1 ? answer : ((await read(key))?.body.answer ?? answer)
    },
  }
}

/** What is dated ahead was stored under a clock that was wrong. */
function isOver(createdAt: Date, at: Date): boolean {
  return Math.abs(at.getTime() - createdAt.getTime()) >= KEY_LIFE_MS
}

function outside(at: Date) {
  const limit = (ms: number) => new Date(at.getTime() + ms)
  return { [Op.or]: [{ [Op.lte]: limit(-KEY_LIFE_MS) }, { [Op.gte]: limit(KEY_LIFE_MS) }] }
}
