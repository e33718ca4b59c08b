import { setImmediate } from 'node:timers/promises'
import { Op, type Sequelize, UniqueConstraintError } from 'sequelize'
import type { FileRecord } from '../../core/file/file.ts'
import type { FileStore } from '../../core/file/ports.ts'
import type { InputUse } from '../../core/input-use/input-use.ts'
import { lockUnheld } from '../retention/holds.ts'
import { FileRow } from './file.ts'
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
