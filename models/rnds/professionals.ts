import { DataTypes, type Sequelize } from 'sequelize'
import type { Professional, ProfessionalStore } from '../../core/rnds/professional.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { UserRow } from '../access/user.ts'
import { Row } from '../database/row.ts'
import { sealedJson } from './sealed-json.ts'

/** What an administrator says of a user who is a professional. */
class ProfessionalRow extends Row<ProfessionalRow> {
  declare userId: string
  /** A `Professional` as JSON, sealed by the master key. */
  declare sealedBody: Buffer

  static attach(sequelize: Sequelize): typeof ProfessionalRow {
    const attributes = {
      userId: { type: DataTypes.UUID, primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'rnds_professionals',
      underscored: true,
      timestamps: false,
    }
    return class extends ProfessionalRow {}.init(attributes, options)
  }
}

/** Professionals in the database, each sealed for their user. */
export function professionalStore(sequelize: Sequelize, sealer: Sealer): ProfessionalStore {
  const professionals = ProfessionalRow.attach(sequelize)
  const users = UserRow.attach(sequelize)

  const body = sealedJson<Professional>(sealer, (userId) => `rnds-professional:${userId}`)
  const open = ({ userId, sealedBody }: ProfessionalRow) => body.open(userId, sealedBody)

  return {
    async find(userId) {
      const row = await professionals.findByPk(userId)
      return row && open(row)
    },
    async save(userId, professional) {
      await professionals.upsert({ userId, sealedBody: body.seal(userId, professional) })
    },
    async remove(userId) {
      await professionals.destroy({ where: { userId } })
    },
    async findByCns(organizationId, cns) {
      const active = await users.findAll({
        where: { organizationId, status: 'active' },
        attributes: ['id'],
      })
      const rows = await professionals.findAll({ where: { userId: active.map(({ id }) => id) } })
      return rows.map(open).find((professional) => professional?.cns === cns) ?? null
    },
  }
}
