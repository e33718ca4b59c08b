import { DataTypes, Op, type Sequelize, UniqueConstraintError } from 'sequelize'
import type { AccessStore, SpentTokenStore } from '../../core/access/ports.ts'
import { accessEpoch } from './access-epoch.ts'
import { keyStore } from './api-keys.ts'
import { deviceStore } from './devices.ts'
import { organizationStore } from './organizations.ts'
import { signingKeyStore } from './signing-keys.ts'
import { userStore } from './users.ts'

/** The access tables of one open database; changes raise the epoch in their own transaction. */
export function accessStore(sequelize: Sequelize): AccessStore {
  const { readEpoch, change } = accessEpoch(sequelize)
  return {
    readEpoch,
    ...organizationStore(sequelize, change),
    ...userStore(sequelize, change),
    ...keyStore(sequelize, change),
    ...signingKeyStore(sequelize, change),
    ...spentTokenStore(sequelize),
    ...deviceStore(sequelize, change),
  }
}

/** Spent tokens in the database, so that a restart forgets none of them. */
function spentTokenStore(sequelize: Sequelize): SpentTokenStore {
  const rows = sequelize.define(
    'spent_token',
    {
      tokenId: { type: DataTypes.STRING(64), primaryKey: true },
      expiresAtS: { type: DataTypes.BIGINT, allowNull: false },
    },
    { tableName: 'spent_tokens', underscored: true, timestamps: false },
  )

  return {
    async listSpentTokens() {
      const all = await rows.findAll({ attributes: ['tokenId', 'expiresAtS'], raw: true })
      const listed = all as unknown as { tokenId: string; expiresAtS: number | string }[]
      return new Map(listed.map(({ tokenId, expiresAtS }) => [tokenId, Number(expiresAtS)]))
    },
    async spendToken(tokenId, expiresAtS, nowS) {
      try {
        await rows.create({ tokenId, expiresAtS: Math.ceil(expiresAtS) })
      } catch (error) {
        if (error instanceof UniqueConstraintError) return false
        throw error
      }
      await rows.destroy({ where: { expiresAtS: { [Op.lt]: Math.floor(nowS) } } })
      return true
    },
  }
}
