import { setImmediate } from 'node:timers/promises'
import {
  type CreationOptional,
  DataTypes,
  Op,
  type Sequelize,
  UniqueConstraintError,
} from 'sequelize'
import type { FileRecord } from '../../core/file/file.ts'
import type { FileStore } from '../../core/file/ports.ts'
import type { InputUse } from '../../core/input-use/input-use.ts'
import { Row } from '../database/row.ts'
import { lockUnheld } from '../retention/holds.ts'
import type { FileSeal } from './seal.ts'

/** Uploaded files in the database; name, text and thumbnail sealed. */
export function fileStore({
  sequelize,
  seal,
  now,
}: {
  sequelize: Sequelize
  seal: FileSeal
  now: () => Date
}): FileStore {
  const Files = FileRow.attach(sequelize)

  async function toRecord(row: FileRow): Promise<FileRecord> {
    const name = await seal.open(row, 'name', row.sealedName)
    return {
      id: row.id,
      consultationId: row.consultationId,
      name: name.toString('utf8'),
      source: row.source as FileRecord['source'],
      sizeBytes: row.sizeBytes,
      fingerprint: row.fingerprint,
      state: row.state as FileRecord['state'],
      type: row.type as FileRecord['type'],
      pages: row.pages,
      textLength: row.textLength,
      textFrom: row.textFrom as FileRecord['textFrom'],
      hasThumbnail: Boolean(row.hasThumbnail),
      use: row.inputUse ? (JSON.parse(row.inputUse) as InputUse) : null,
      failure: row.failure as FileRecord['failure'],
      uploadExpiresAt: row.uploadExpiresAt,
      createdAt: row.createdAt,
    }
  }

  async function change(id: string, from: FileRecord['state'], columns: Partial<FileRow>) {
    const [changed] = await Files.update(columns, { where: { id, state: from } })
    return changed === 1
  }

  /** What the queue takes: as if it had never been tried. */
  const queued = () => ({
    state: 'processing',
    failure: null,
    attempts: 0,
    runAfter: now(),
    leaseOwner: null,
    leaseExpiresAt: null,
  })

  return {
    async create(file) {
      const sealedName = await seal.seal(file, 'name', Buffer.from(file.name))
      await Files.create({ ...file, sealedName, runAfter: file.createdAt })
    },

    async find(id) {
      const row = await Files.findByPk(id, LIGHT)
      return row ? toRecord(row) : undefined
    },

    async list(consultationId) {
      const rows = await Files.findAll({ ...LIGHT, where: { consultationId }, order: OLDEST_FIRST })
      return Promise.all(rows.map(toRecord))
    },

    async markReceived(id, fingerprint) {
      try {
        return (await change(id, 'waiting', { ...queued(), fingerprint })) ? 'received' : 'spent'
      } catch (error) {
        if (error instanceof UniqueConstraintError) return 'duplicate'
        throw error
      }
    },

    refuse: (id, failure) => change(id, 'waiting', { state: 'failed', failure }),
    requeue: (id) => change(id, 'failed', queued()),

    async text(file) {
      const row = await Files.findByPk(file.id, { attributes: ['sealedText'] })
      return row?.sealedText ? readPages(await seal.open(file, 'text', row.sealedText)) : null
    },

    async thumbnail(file) {
      const row = await Files.findByPk(file.id, { attributes: ['sealedThumbnail'] })
      return row?.sealedThumbnail ? seal.open(file, 'thumbnail', row.sealedThumbnail) : null
    },

    async texts(consultationId) {
      const rows = await Files.findAll({
        attributes: ['id', 'consultationId', 'sealedName', 'sealedText'],
        where: { consultationId, state: 'ready' },
        order: OLDEST_FIRST,
      })
      const texts: { id: string; name: string; pages: string[] }[] = []
      for (const row of rows) {
        texts.push({
          id: row.id,
          name: (await seal.open(row, 'name', row.sealedName)).toString('utf8'),
          pages: row.sealedText ? readPages(await seal.open(row, 'text', row.sealedText)) : [],
        })
        // Each may be megabytes: whoever else waits has a turn.
        await setImmediate()
      }
      return texts
    },

    async remove({ id, consultationId }) {
      return sequelize.transaction(async (transaction) => {
        await lockUnheld(sequelize, consultationId, transaction)
        return (await Files.destroy({ where: { id }, transaction })) === 1
      })
    },

    async removeDuplicate(id) {
      await Files.destroy({ where: { id } })
    },

    async removeUnsent(expiredBefore) {
      const where = { state: 'waiting', uploadExpiresAt: { [Op.lt]: expiredBefore } }
      const rows = await Files.findAll({ ...LIGHT, where })
      await Files.destroy({ where: { ...where, id: rows.map(({ id }) => id) } })
      return Promise.all(rows.map(toRecord))
    },
  }
}

/** Lists need neither texts nor pictures. */
const LIGHT = { attributes: { exclude: ['sealedText', 'sealedThumbnail'] } }
const OLDEST_FIRST: [string, string][] = [
  ['createdAt', 'ASC'],
  ['id', 'ASC'],
]

function readPages(bytes: Buffer): string[] {
  return JSON.parse(bytes.toString('utf8')) as string[]
}

/**
 * An uploaded file of a consultation. Its name, text and thumbnail are sealed blobs, its bytes a
 * file on the disk.
 */
export class FileRow extends Row<FileRow> {
  declare id: string
  declare consultationId: string
  declare sealedName: Buffer
  declare sealedText: CreationOptional<Buffer | null>
  declare sealedThumbnail: CreationOptional<Buffer | null>
  declare source: string
  declare sizeBytes: number
  declare fingerprint: string | null
  declare state: string
  declare type: string | null
  declare pages: number | null
  declare textLength: number | null
  declare textFrom: string | null
  declare hasThumbnail: boolean
  /** JSON. */
  declare inputUse: CreationOptional<string | null>
  declare failure: string | null
  declare uploadExpiresAt: Date
  declare attempts: CreationOptional<number>
  declare runAfter: Date
  /** `host:pid:random` of the process that reads it. */
  declare leaseOwner: CreationOptional<string | null>
  declare leaseExpiresAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof FileRow {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      sealedName: { type: DataTypes.BLOB, allowNull: false },
      sealedText: { type: DataTypes.BLOB, allowNull: true },
      sealedThumbnail: { type: DataTypes.BLOB, allowNull: true },
      source: { type: DataTypes.STRING(8), allowNull: false },
      sizeBytes: { type: DataTypes.INTEGER, allowNull: false },
      fingerprint: { type: DataTypes.STRING(64), allowNull: true },
      state: { type: DataTypes.STRING(16), allowNull: false },
      type: { type: DataTypes.STRING(32), allowNull: true },
      pages: { type: DataTypes.INTEGER, allowNull: true },
      textLength: { type: DataTypes.INTEGER, allowNull: true },
      textFrom: { type: DataTypes.STRING(16), allowNull: true },
      hasThumbnail: { type: DataTypes.BOOLEAN, allowNull: false },
      inputUse: { type: DataTypes.TEXT, allowNull: true },
      failure: { type: DataTypes.STRING(32), allowNull: true },
      uploadExpiresAt: { type: DataTypes.DATE, allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      runAfter: { type: DataTypes.DATE, allowNull: false },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: { type: DataTypes.DATE, allowNull: true },
      createdAt: { type: DataTypes.DATE, allowNull: false },
      updatedAt: DataTypes.DATE,
    }
    const options = { sequelize, modelName: 'file', tableName: 'files', underscored: true }
    return class extends FileRow {}.init(attributes, options)
  }
}
