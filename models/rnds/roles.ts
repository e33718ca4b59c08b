import { DataTypes, Op, type Sequelize } from 'sequelize'
import type { RoleStore } from '../../core/rnds/known-roles.ts'
import type { BlindIndex, Sealer } from '../../core/vault/ports.ts'
import { Row } from '../database/row.ts'
import { sealedJson } from './sealed-json.ts'

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
