import type { Sequelize } from 'sequelize'
import type { ApiKey } from '../../core/access/access.ts'
import type { KeyStore } from '../../core/access/ports.ts'
import type { AccessChange } from './access-epoch.ts'
import { ApiKeyRow } from './api-key.ts'

export function keyStore(sequelize: Sequelize, change: AccessChange): KeyStore {
  const keys = ApiKeyRow.attach(sequelize)
  const find = async (where: { id: string } | { digest: string }) => {
    const row = await keys.findOne({ where })
    return row ? keyOf(row) : undefined
  }

  return {
    async createKey(key, digest) {
      const row = { ...key, scopes: JSON.stringify(key.scopes), digest }
      await change((transaction) => keys.create(row, { transaction }))
    },
    updateKey: (id, changes) =>
      change(async (transaction) => {
        await keys.update(changes, { where: { id }, transaction })
        const row = await keys.findByPk(id, { transaction })
        return row ? keyOf(row) : undefined
      }),
    findKey: (id) => find({ id }),
    findKeyByDigest: (digest) => find({ digest }),
    async listKeyDigests() {
      const rows = await keys.findAll({ attributes: ['digest'], where: { revokedAt: null } })
      return new Set(rows.map(({ digest }) => digest))
    },
    async listKeys(organizationId) {
      const rows = await keys.findAll({ where: { organizationId }, order: ['createdAt', 'id'] })
      return rows.map(keyOf)
    },
    async writeLastUsed(uses) {
      await sequelize.transaction(async (transaction) => {
        for (const [id, lastUsedAt] of uses)
          await keys.update({ lastUsedAt }, { where: { id }, transaction })
      })
    },
  }
}

function keyOf(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    organizationId: row.organizationId,
    userId: row.userId,
    kind: row.kind as ApiKey['kind'],
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes),
    sessionGeneration: row.sessionGeneration,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    revokedAt: row.revokedAt,
  }
}
