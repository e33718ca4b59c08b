import { DataTypes, Op, type Sequelize } from 'sequelize'
import type { SigningKeyStore } from '../../core/access/ports.ts'
import { Row } from '../database/row.ts'
import type { AccessChange } from './access-epoch.ts'

/** A secret that signs tokens, sealed. */
class SigningKeyRow extends Row<SigningKeyRow> {
  declare id: string
  declare sealedSecret: Buffer
  declare createdAt: Date
  declare retiredAt: Date | null

  static attach(sequelize: Sequelize): typeof SigningKeyRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      sealedSecret: { type: DataTypes.BLOB, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      retiredAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'signing_keys', underscored: true, timestamps: false }
    return class extends SigningKeyRow {}.init(attributes, options)
  }
}

export function signingKeyStore(sequelize: Sequelize, change: AccessChange): SigningKeyStore {
  const signingKeys = SigningKeyRow.attach(sequelize)

  return {
    async listSigningKeys() {
      const rows = await signingKeys.findAll({
        order: [
          ['createdAt', 'DESC'],
          ['id', 'DESC'],
        ],
      })
      return rows.map(({ id, sealedSecret, createdAt, retiredAt }) => ({
        id,
        sealedSecret: new Uint8Array(sealedSecret),
        createdAt,
        retiredAt,
      }))
    },
    async replaceSigningKey(key) {
      const row = { ...key, sealedSecret: Buffer.from(key.sealedSecret) }
      await change(async (transaction) => {
        await signingKeys.update(
          { retiredAt: key.createdAt },
          { where: { retiredAt: null }, transaction },
        )
        await signingKeys.create(row, { transaction })
      })
    },
    deleteSigningKeys: (retiredBefore) =>
      change((transaction) =>
        signingKeys.destroy({ where: { retiredAt: { [Op.lt]: retiredBefore } }, transaction }),
      ),
  }
}
