import { DataTypes, type Sequelize } from 'sequelize'
import type { ApiKey } from '../../core/access/access.ts'
import type { KeyStore } from '../../core/access/ports.ts'
import { Row } from '../database/row.ts'
import type { AccessChange } from './access-epoch.ts'

/**
 * A credential of a host system; of its secret only the digest is kept: a stolen database opens
 * nothing.
 */
class ApiKeyRow extends Row<ApiKeyRow> {
  declare id: string
  declare organizationId: string
  declare userId: string | null
  declare kind: string
  declare name: string
  declare prefix: string
  /** SHA-256 of the secret, in hex. */
  declare digest: string
  /** JSON list. */
  declare scopes: string
  declare sessionGeneration: number
  declare createdAt: Date
  declare lastUsedAt: Date | null
  declare revokedAt: Date | null

  static attach(sequelize: Sequelize): typeof ApiKeyRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      userId: { type: DataTypes.UUID, allowNull: true },
      kind: { type: DataTypes.STRING(16), allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      prefix: { type: DataTypes.STRING(32), allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false, unique: true },
      scopes: { type: DataTypes.TEXT, allowNull: false },
      sessionGeneration: { type: DataTypes.INTEGER, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      lastUsedAt: { type: DataTypes.DATE, allowNull: true },
      revokedAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'api_keys', underscored: true, timestamps: false }
    return class extends ApiKeyRow {}.init(attributes, options)
  }
}

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
