import { Op, type Sequelize } from 'sequelize'
import type { SigningKeyStore } from '../../core/access/ports.ts'
import type { AccessChange } from './access-epoch.ts'
import { SigningKeyRow } from './signing-key.ts'

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
