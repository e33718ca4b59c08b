import { DataTypes, Op, type Sequelize } from 'sequelize'
import { isAppError } from '../../core/errors.ts'
import type { RoleStore } from '../../core/rnds/known-roles.ts'
import type { Professional, ProfessionalStore } from '../../core/rnds/professional.ts'
import type { BlindIndex, Sealer } from '../../core/vault/ports.ts'
import { UserRow } from '../access/users.ts'
import { Row } from '../database/row.ts'

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

/** What the master key seals and can be had again: it is looked up, or said, anew. */
function sealedJson<Value>(sealer: Sealer, contextOf: (key: string) => string) {
  return {
    seal: (key: string, value: Value): Buffer =>
      Buffer.from(sealer.seal(Buffer.from(JSON.stringify(value)), contextOf(key))),

    /**
     * Null where it cannot be opened: an earlier version, to which somebody went back, changed the
     * master key and knows nothing of these rows; a record must not fail for it.
     */
    open(key: string, sealed: Uint8Array): Value | null {
      try {
        return JSON.parse(
          Buffer.from(sealer.open(sealed, contextOf(key))).toString('utf8'),
        ) as Value
      } catch (error) {
        if (isAppError(error) && error.code === 'vault_damaged') return null
        throw error
      }
    },
  }
}

/** What the network told last of somebody's occupations in an establishment. */
class RolesRow extends Row<RolesRow> {
  /** A blind index of both. */
  declare id: string
  /** A JSON list of codes, sealed by the master key. */
  declare sealedBody: Buffer
  declare toldAt: Date

  static attach(sequelize: Sequelize): typeof RolesRow {
    const attributes = {
      id: { type: DataTypes.STRING(64), primaryKey: true },
      sealedBody: { type: DataTypes.BLOB, allowNull: false },
      toldAt: { type: DataTypes.DATE, allowNull: false },
    }
    const options = { sequelize, tableName: 'rnds_roles', underscored: true, timestamps: false }
    return class extends RolesRow {}.init(attributes, options)
  }
}

/** The network's answers in the database; of whom they are, only a blind index tells. */
export function roleStore(sequelize: Sequelize, sealer: Sealer, index: BlindIndex): RoleStore {
  const roles = RolesRow.attach(sequelize)
  const idOf = (place: Parameters<RoleStore['find']>[0]) =>
    index(place.organizationId, 'professional', `${place.cnes} ${place.practitionerCns}`)
  const body = sealedJson<readonly string[]>(sealer, (id) => `rnds-roles:${id}`)

  return {
    async find(place) {
      const row = await roles.findByPk(await idOf(place))
      const codes = row && body.open(row.id, row.sealedBody)
      return codes && { codes, toldAt: row.toldAt }
    },
    async save(place, { codes, toldAt }, { forget }) {
      const id = await idOf(place)
      await roles.upsert({ id, sealedBody: body.seal(id, codes), toldAt })
      await roles.destroy({ where: { toldAt: { [Op.lt]: forget } } })
    },
  }
}
