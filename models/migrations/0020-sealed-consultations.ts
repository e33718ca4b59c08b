/**
 * What hosts call a consultation, its patient and its doctor, what people wrote for it and how
 * consent was given: sealed under the consultation's own key, found by blind indexes. Tombstones of
 * erased consultations; legal holds.
 *
 * Everything happens in one transaction, so that a step that breaks off leaves the database as it
 * was. What the clear text leaves behind in free pages and in the write-ahead log is taken away
 * after it; a step that breaks off there begins again with that, because it is not noted as done.
 */
import { randomBytes } from 'node:crypto'
import {
  DataTypes,
  type ModelAttributeColumnOptions,
  type QueryInterface,
  QueryTypes,
  type Transaction,
} from 'sequelize'
import type { Sealer } from '../../core/vault/ports.ts'
import { indexKey, indexOf } from '../vault/blind-index.ts'
import { sealer as sealerOf } from '../vault/seal.ts'
import { created, reference } from './columns.ts'
import type { Migration } from './migration.ts'

const NAME = '0020-sealed-consultations'
const blob = { type: DataTypes.BLOB, allowNull: true }
const index = { type: DataTypes.STRING(64), allowNull: true }

const NEW_COLUMNS: Record<string, Record<string, ModelAttributeColumnOptions>> = {
  consultations: {
    sealed_ids: blob,
    sealed_context: blob,
    sealed_history: blob,
    sealed_consent: blob,
    consultation_index: index,
    doctor_index: index,
    patient_index: index,
    held_at: { type: DataTypes.DATE, allowNull: true },
    sealed_hold: blob,
  },
  documents: { sealed_people: blob },
  document_versions: { sealed_maker: blob },
}

const CLEAR_COLUMNS: Record<string, string[]> = {
  consultations: [
    'external_consultation_id',
    'external_doctor_id',
    'external_patient_id',
    'context_markdown',
    'background_history',
    'consent_recorded_by',
    'consent_method',
  ],
  documents: ['reviewed_by', 'deleted_by'],
  document_versions: ['made_by'],
}

export const sealedConsultations: Migration = {
  name: NAME,
  ownTransaction: true,
  async up(queryInterface, sealer) {
    const { sequelize } = queryInterface
    const columns = await queryInterface.describeTable('consultations')
    if ('external_consultation_id' in columns)
      await sequelize.transaction((transaction) => seal(queryInterface, sealer, transaction))
    if (sequelize.getDialect() !== 'sqlite') return
    await sequelize.query('VACUUM')
    await sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)')
  },
}

async function seal(
  queryInterface: QueryInterface,
  master: Sealer | undefined,
  transaction: Transaction,
) {
  await queryInterface.createTable(
    'vault_keys',
    {
      name: { type: DataTypes.STRING(128), primaryKey: true },
      fingerprint: { type: DataTypes.STRING(64), allowNull: false },
      sealed_secret: { type: DataTypes.BLOB, allowNull: false },
      created_at: created,
    },
    { transaction },
  )
  await queryInterface.createTable(
    'erasures',
    {
      // No reference: it outlives what it speaks of.
      consultation_id: { type: DataTypes.UUID, primaryKey: true },
      organization_id: reference('organizations', 'CASCADE'),
      consultation_index: { type: DataTypes.STRING(64), allowNull: false },
      certificate_id: { type: DataTypes.UUID, allowNull: false },
      finished_at: { type: DataTypes.DATE, allowNull: true },
      created_at: created,
    },
    { transaction },
  )
  await queryInterface.addIndex('erasures', {
    fields: ['organization_id', 'consultation_index'],
    unique: true,
    name: 'erasures_by_external_id',
    transaction,
  })
  for (const [table, columns] of Object.entries(NEW_COLUMNS))
    for (const [name, column] of Object.entries(columns))
      await queryInterface.addColumn(table, name, column, { transaction })

  await sealRows(queryInterface, master, transaction)

  for (const name of ['consultations_by_external_id', 'consultations_by_doctor'])
    await queryInterface.removeIndex('consultations', name, { transaction })
  await queryInterface.addIndex('consultations', {
    fields: ['organization_id', 'consultation_index'],
    unique: true,
    name: 'consultations_by_external_id',
    transaction,
  })
  for (const kind of ['doctor', 'patient'])
    await queryInterface.addIndex('consultations', {
      fields: ['organization_id', `${kind}_index`],
      name: `consultations_by_${kind}`,
      transaction,
    })
  // Sequelize would rebuild the table, and with it what refers to it.
  for (const [table, columns] of Object.entries(CLEAR_COLUMNS))
    for (const column of columns)
      await queryInterface.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`, {
        transaction,
      })
}

/** Row by row: a hospital's database may be larger than memory. */
async function sealRows(
  queryInterface: QueryInterface,
  master: Sealer | undefined,
  transaction: Transaction,
) {
  const { sequelize } = queryInterface
  const within = { transaction, type: QueryTypes.SELECT } as const
  const ids = await sequelize.query<{ id: string }>('SELECT id FROM consultations', within)
  if (ids.length === 0) return
  if (!master) throw new Error(`${NAME} needs the master key`)
  const now = () => new Date()
  const byOrganization = await indexKey({ sequelize, sealer: master, now }, transaction)

  async function keyOf(id: string, sealer: Sealer): Promise<Uint8Array> {
    const [row] = await sequelize.query<{ sealed_key: Buffer }>(
      'SELECT sealed_key FROM consultation_keys WHERE consultation_id = :id',
      { ...within, replacements: { id } },
    )
    const context = `consultation-key:${id}`
    if (row) return sealer.open(row.sealed_key, context)
    const key = randomBytes(32)
    const sealed_key = Buffer.from(sealer.seal(key, context))
    await queryInterface.bulkInsert(
      'consultation_keys',
      [{ consultation_id: id, sealed_key, created_at: now() }],
      { transaction },
    )
    return key
  }

  for (const { id } of ids) {
    const [row] = await sequelize.query<ClearConsultation>(
      'SELECT * FROM consultations WHERE id = :id',
      { ...within, replacements: { id } },
    )
    if (!row) continue
    const own = sealerOf(await keyOf(id, master))
    const sealed = (what: string, text: string | null) =>
      text === null ? null : Buffer.from(own.seal(Buffer.from(text), `${id} ${what}`))
    const find = (kind: 'consultation' | 'doctor' | 'patient') =>
      indexOf(byOrganization, row.organization_id, kind, row[`external_${kind}_id`])
    const { consent_recorded_by: by, consent_method: method } = row
    await sequelize.query(
      `UPDATE consultations SET sealed_ids = $2, sealed_context = $3, sealed_history = $4, sealed_consent = $5,
         consultation_index = $6, doctor_index = $7, patient_index = $8 WHERE id = $1`,
      {
        transaction,
        bind: [
          id,
          sealed(
            'consultation ids',
            JSON.stringify([
              row.external_consultation_id,
              row.external_doctor_id,
              row.external_patient_id,
            ]),
          ),
          sealed('consultation context', row.context_markdown || null),
          sealed('consultation history', row.background_history),
          by === null && method === null
            ? null
            : sealed('consultation consent', JSON.stringify([by, method])),
          find('consultation'),
          find('doctor'),
          find('patient'),
        ],
      },
    )
    const documents = await sequelize.query<{
      id: string
      reviewed_by: string | null
      deleted_by: string | null
    }>(
      `SELECT id, reviewed_by, deleted_by FROM documents
       WHERE consultation_id = :id AND (reviewed_by IS NOT NULL OR deleted_by IS NOT NULL)`,
      { ...within, replacements: { id } },
    )
    for (const { id: documentId, reviewed_by, deleted_by } of documents)
      await sequelize.query('UPDATE documents SET sealed_people = $2 WHERE id = $1', {
        transaction,
        bind: [
          documentId,
          sealed(`document ${documentId} people`, JSON.stringify([reviewed_by, deleted_by])),
        ],
      })
    const versions = await sequelize.query<{
      document_id: string
      number: number
      made_by: string
    }>(
      `SELECT document_id, number, made_by FROM document_versions
       WHERE made_by IS NOT NULL AND document_id IN (SELECT id FROM documents WHERE consultation_id = :id)`,
      { ...within, replacements: { id } },
    )
    for (const { document_id, number, made_by } of versions)
      await sequelize.query(
        'UPDATE document_versions SET sealed_maker = $3 WHERE document_id = $1 AND number = $2',
        {
          transaction,
          bind: [
            document_id,
            number,
            sealed(`document ${document_id} version ${number} maker`, made_by),
          ],
        },
      )
  }
}

interface ClearConsultation {
  organization_id: string
  external_consultation_id: string
  external_doctor_id: string
  external_patient_id: string
  context_markdown: string
  background_history: string | null
  consent_recorded_by: string | null
  consent_method: string | null
}
