/**
 * Erasure on rows and files; what belongs to a consultation is listed once, and a test compares the
 * list with the schema.
 */
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import type { Erasable, ErasureStore } from '../../core/vault/erasure.ts'
import type { BlindIndex, ConsultationVault } from '../../core/vault/ports.ts'
import { type AudioFiles, nodeFiles } from '../audio/files.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import { ConsultationKey } from '../vault/vault.ts'
import { ErasureRow } from './erasure-tombstones.ts'
import { lockUnheld } from './holds.ts'

const SEALED_KEY_BYTES = 1 + 12 + 32 + 16
const OF_DOCUMENTS =
  'document_id IN (SELECT id FROM documents WHERE consultation_id = :consultationId)'
const OF_RECORDINGS =
  'recording_id IN (SELECT id FROM recordings WHERE consultation_id = :consultationId)'
const OF_SUBMISSIONS =
  'submission_id IN (SELECT id FROM rnds_submissions WHERE consultation_id = :consultationId)'
const OF_MESSAGES =
  'message_id IN (SELECT id FROM webhook_messages WHERE consultation_id = :consultationId)'
const OWN = 'consultation_id = :consultationId'

/** In the order in which rows go, so that none is left pointing at nothing. */
export const erasedTables: readonly (readonly [table: string, where: string])[] = [
  ['jobs', OWN],
  ['recognitions', OWN],
  ['segments', OWN],
  ['recording_channels', OF_RECORDINGS],
  ['recordings', OWN],
  ['structured_outputs', OF_DOCUMENTS],
  ['document_versions', OF_DOCUMENTS],
  ['document_origins', OWN],
  ['document_origin_uses', OWN],
  ['document_origin_parts', OWN],
  ['documents', OWN],
  ['note_lines', OWN],
  ['diagnoses', OWN],
  ['procedures', OWN],
  ['files', OWN],
  ['rnds_submit_keys', OWN],
  ['rnds_attempts', OF_SUBMISSIONS],
  ['rnds_submissions', OWN],
  ['webhook_attempts', OF_MESSAGES],
  ['webhook_messages', OWN],
  ['consultation_keys', OWN],
  ['consultations', 'id = :consultationId'],
]

/**
 * Trails and tombstones: they outlive what they speak of, and hold ids; what they hold sealed went
 * with the key.
 */
export const keptTables: readonly string[] = [
  'document_audit',
  'document_dossier',
  'audit_entries',
  'erasures',
  'erased_recordings',
]

interface Deps {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'findKey'>
  index: BlindIndex
  audioDir: string
  filesDir: string
  /** Absent: those of this machine. */
  disk?: AudioFiles
}

export function erasureStore(deps: Deps): ErasureStore {
  const { sequelize, vault, index, audioDir, filesDir, disk = nodeFiles } = deps
  const consultations = ConsultationRow.attach(sequelize)
  const tombstones = ErasureRow.attach(sequelize)
  const keys = ConsultationKey.attach(sequelize)
  const foldersOf = (consultationId: string) => ({
    audio: join(audioDir, consultationId),
    files: join(filesDir, consultationId),
  })

  async function bytesIn(folder: string): Promise<number> {
    let bytes = 0
    for (const sizeBytes of (await disk.sizes(folder)).values()) bytes += sizeBytes
    return bytes
  }

  async function count(
    sql: string,
    consultationId: string,
    transaction?: Transaction,
  ): Promise<number> {
    const [row] = await sequelize.query<{ n: number | string }>(`SELECT COUNT(*) AS n ${sql}`, {
      type: QueryTypes.SELECT,
      replacements: { consultationId },
      ...(transaction ? { transaction } : {}),
    })
    return Number(row?.n ?? 0)
  }

  const unsettled = (consultationId: string, transaction?: Transaction) =>
    count(
      `FROM rnds_submissions WHERE ${OWN} AND (state = 'pending' OR due_at IS NOT NULL
         OR in_doubt_since IS NOT NULL OR deletion_in_doubt_since IS NOT NULL)`,
      consultationId,
      transaction,
    )

  const openRecordings = (consultationId: string, transaction?: Transaction) =>
    count(`FROM recordings WHERE ${OWN} AND state <> 'finished'`, consultationId, transaction)

  async function destroyOne(
    { consultationId, organizationId, ...seen }: Erasable,
    certificateId: string,
    at: Date,
    transaction: Transaction,
  ) {
    // Between the look and now somebody may have placed a hold, or begun to send or to record: then
    // nothing goes.
    const row =
      (await lockUnheld(sequelize, consultationId, transaction)) &&
      (await consultations.findByPk(consultationId, { transaction }))
    if (
      !row ||
      (await unsettled(consultationId, transaction)) > seen.unsettled ||
      (await openRecordings(consultationId, transaction)) > seen.openRecordings
    )
      throw changedMeanwhile(consultationId)
    const { consultationIndex } = row
    await tombstones.create(
      { consultationId, organizationId, consultationIndex, certificateId, createdAt: at },
      { transaction },
    )
    const options = { transaction, replacements: { consultationId } }
    // Overwritten first, so that no page keeps it, whatever the database does with freed ones.
    await keys.update(
      { sealedKey: Buffer.alloc(SEALED_KEY_BYTES) },
      { where: { consultationId }, transaction },
    )
    await sequelize.query(
      `INSERT INTO erased_recordings (recording_id, consultation_id)
       SELECT id, consultation_id FROM recordings WHERE ${OWN}`,
      options,
    )
    for (const [table, where] of erasedTables)
      await sequelize.query(`DELETE FROM ${table} WHERE ${where}`, options)
  }

  return {
    async look(consultationId) {
      const row = await consultations.findByPk(consultationId)
      if (!row) return null
      const rows: Record<string, number> = {}
      for (const [table, where] of erasedTables)
        rows[table] = await count(`FROM ${table} WHERE ${where}`, consultationId)
      const key = await vault.findKey(consultationId)
      const folders = foldersOf(consultationId)
      return {
        consultationId,
        organizationId: row.organizationId,
        rows,
        audioBytes: await bytesIn(folders.audio),
        fileBytes: await bytesIn(folders.files),
        keyFingerprint: key && fingerprintOf(key),
        isHeld: row.heldAt !== null,
        unsettled: await unsettled(consultationId),
        openRecordings: await openRecordings(consultationId),
      }
    },

    async ofPatient(organizationId, patientId) {
      const patientIndex = await index(organizationId, 'patient', patientId)
      const rows = await consultations.findAll({
        attributes: ['id'],
        where: { organizationId, patientIndex },
        order: [['createdAt', 'ASC']],
      })
      return rows.map(({ id }) => id)
    },

    async destroy(erasables, certificateId, at) {
      await sequelize.transaction(async (transaction) => {
        for (const one of erasables) await destroyOne(one, certificateId, at, transaction)
      })
    },

    async removeFiles(consultationId) {
      const { audio, files } = foldersOf(consultationId)
      await disk.remove(audio)
      await disk.remove(files)
    },

    async sweep() {
      if (sequelize.getDialect() !== 'sqlite') return true
      for (let attempt = 0; attempt < 20; attempt++) {
        const [row] = await sequelize.query<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)', {
          type: QueryTypes.SELECT,
        })
        if (row?.busy === 0) return true
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return false
    },

    async finish(certificateId, at) {
      await tombstones.update({ finishedAt: at }, { where: { certificateId } })
    },

    async unfinished() {
      const rows = await tombstones.findAll({ where: { finishedAt: null } })
      const ids = [...new Set(rows.map(({ certificateId }) => certificateId))]
      return ids.map((certificateId) => ({
        certificateId,
        consultationIds: rows
          .filter((row) => row.certificateId === certificateId)
          .map(({ consultationId }) => consultationId),
      }))
    },
  }
}

function changedMeanwhile(consultationId: string): AppError {
  return new AppError(
    'conflict',
    'consultation_changed',
    `Consultation ${consultationId} was recorded, sent or erased meanwhile. Nothing was erased; look again with --dry-run.`,
  )
}

/** Names a data key, so that two certificates can be told apart by what they destroyed. */
function fingerprintOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('svc consultation key').digest('hex').slice(0, 32)
}
