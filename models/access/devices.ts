import { type CreationOptional, DataTypes, type Sequelize } from 'sequelize'
import type { Device, EndedBecause, Invite } from '../../core/access/device.ts'
import type { DeviceStore } from '../../core/access/ports.ts'
import { Row } from '../database/row.ts'
import type { AccessChange } from './access-epoch.ts'

/** A doctor's device; of its refresh tokens the digests alone are kept. */
export class DeviceRow extends Row<DeviceRow> {
  declare id: string
  declare organizationId: string
  declare userId: string
  declare name: string
  declare thumbprint: string
  declare sessionGeneration: number
  declare tokenDigest: string
  declare lastDigest: CreationOptional<string | null>
  declare lastSalt: CreationOptional<string | null>
  declare lastSpentAt: CreationOptional<Date | null>
  declare createdAt: Date
  declare lastUsedAt: Date
  declare endedAt: CreationOptional<Date | null>
  declare endedBecause: CreationOptional<string | null>

  static attach(sequelize: Sequelize): typeof DeviceRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      userId: { type: DataTypes.UUID, allowNull: false },
      name: { type: DataTypes.STRING(255), allowNull: false },
      thumbprint: { type: DataTypes.STRING(64), allowNull: false },
      sessionGeneration: { type: DataTypes.INTEGER, allowNull: false },
      tokenDigest: { type: DataTypes.STRING(64), allowNull: false },
      lastDigest: { type: DataTypes.STRING(64), allowNull: true },
      lastSalt: { type: DataTypes.STRING(64), allowNull: true },
      lastSpentAt: { type: DataTypes.DATE, allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      lastUsedAt: { type: DataTypes.DATE, allowNull: false },
      endedAt: { type: DataTypes.DATE, allowNull: true },
      endedBecause: { type: DataTypes.STRING(16), allowNull: true },
    }
    const options = { sequelize, tableName: 'devices', underscored: true, timestamps: false }
    return class extends DeviceRow {}.init(attributes, options)
  }
}

export function deviceStore(sequelize: Sequelize, change: AccessChange): DeviceStore {
  const devices = DeviceRow.attach(sequelize)
  const invites = InviteRow.attach(sequelize)

  return {
    async createInvite(invite, digest) {
      const { userId, thumbprint } = invite
      await sequelize.transaction(async (transaction) => {
        await invites.destroy({ where: { userId, thumbprint, spentAt: null }, transaction })
        await invites.create({ ...invite, digest }, { transaction })
      })
    },
    async findInvite(digest) {
      const row = await invites.findOne({ where: { digest } })
      return row ? inviteOf(row) : undefined
    },
    createDevice: (device, { inviteId, tokenDigest }) =>
      change(async (transaction) => {
        const unspent = { where: { id: inviteId, spentAt: null }, transaction }
        const [spent] = await invites.update({ spentAt: device.createdAt }, unspent)
        if (spent === 0) return false
        await devices.create({ ...device, tokenDigest }, { transaction })
        return true
      }),
    async findDevice(id) {
      const row = await devices.findByPk(id)
      return row ? deviceOf(row) : undefined
    },
    async listDevices(userId) {
      const order: [string, string][] = [
        ['createdAt', 'DESC'],
        ['id', 'ASC'],
      ]
      return (await devices.findAll({ where: { userId }, order })).map(deviceOf)
    },
    async findDeviceTokens(id) {
      const row = await devices.findByPk(id)
      if (!row) return undefined
      const { tokenDigest: current, lastDigest: digest, lastSalt: salt, lastSpentAt: spentAt } = row
      return { current, last: digest && salt && spentAt ? { digest, salt, spentAt } : null }
    },
    async rotateDeviceToken(id, from, { digest, salt, at }) {
      // One statement: of two calls with the same token one wins.
      const [rotated] = await devices.update(
        {
          tokenDigest: digest,
          lastDigest: from,
          lastSalt: salt,
          lastSpentAt: at,
          lastUsedAt: at,
        },
        { where: { id, tokenDigest: from, endedAt: null } },
      )
      return rotated > 0
    },
    endDevice: (id, { at, because }) =>
      change(async (transaction) => {
        const row = await devices.findByPk(id, { transaction })
        if (!row) return undefined
        if (row.endedAt === null) {
          const sessionGeneration = row.sessionGeneration + 1
          const end = { endedAt: at, endedBecause: because, sessionGeneration }
          await row.update(end, { transaction })
        }
        return deviceOf(row)
      }),
  }
}

function deviceOf(row: DeviceRow): Device {
  return {
    id: row.id,
    organizationId: row.organizationId,
    userId: row.userId,
    name: row.name,
    thumbprint: row.thumbprint,
    sessionGeneration: row.sessionGeneration,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    endedAt: row.endedAt,
    endedBecause: row.endedBecause as EndedBecause | null,
  }
}

function inviteOf(row: InviteRow): Invite {
  return {
    id: row.id,
    organizationId: row.organizationId,
    userId: row.userId,
    thumbprint: row.thumbprint,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    spentAt: row.spentAt,
  }
}

/** A code that a user signs in with once; its digest alone is kept. */
class InviteRow extends Row<InviteRow> {
  declare id: string
  declare organizationId: string
  declare userId: string
  /** SHA-256, in hex. */
  declare digest: string
  declare thumbprint: CreationOptional<string | null>
  declare createdAt: Date
  declare expiresAt: Date
  declare spentAt: CreationOptional<Date | null>

  static attach(sequelize: Sequelize): typeof InviteRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      userId: { type: DataTypes.UUID, allowNull: false },
      digest: { type: DataTypes.STRING(64), allowNull: false },
      thumbprint: { type: DataTypes.STRING(64), allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      expiresAt: { type: DataTypes.DATE, allowNull: false },
      spentAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'invites', underscored: true, timestamps: false }
    return class extends InviteRow {}.init(attributes, options)
  }
}
