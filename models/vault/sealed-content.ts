/**
 * Every column that holds something sealed under a consultation's key, and what each value is bound
 * to: whatever opens, checks or counts all of a consultation goes by this list, and a test compares
 * it with the schema.
 */
import { QueryTypes, type Sequelize } from 'sequelize'
import { openText, type TextPlace } from '../transcript/seal.ts'
import { sealer } from './seal.ts'

type Cell = string | number | Buffer | null
export type SealedRow = Record<string, Cell>

export interface SealedColumn {
  table: string
  column: string
  /** Columns that name the row. */
  key: readonly string[]
  /** Where the consultation's id stands, or from which documents it follows. */
  consultation: 'id' | 'consultation_id' | 'document'
  /** @throws when the bytes were altered, sealed with another key or for another row or column */
  open(key: Uint8Array, consultationId: string, row: SealedRow, sealed: Uint8Array): void
}

type Where = Pick<SealedColumn, 'table' | 'key' | 'consultation'>

const bound =
  (where: Where, contextOf: (row: SealedRow) => string) =>
  (column: string, suffix = ''): SealedColumn => ({
    ...where,
    column,
    open: (key, consultationId, row, sealed) =>
      sealer(key).open(sealed, `${consultationId} ${contextOf(row)}${suffix}`),
  })

const said = (where: Where, column: string, placeOf: (row: SealedRow) => TextPlace) => ({
  ...where,
  column,
  open: (key: Uint8Array, _id: string, row: SealedRow, sealed: Uint8Array) =>
    void openText(key, placeOf(row), sealed),
})

const consultation = bound(
  { table: 'consultations', key: ['id'], consultation: 'id' },
  () => 'consultation ',
)
const ofConsultation = { key: ['id'], consultation: 'consultation_id' } as const
const document = bound({ table: 'documents', ...ofConsultation }, ({ id }) => `document ${id}`)
const version = bound(
  { table: 'document_versions', key: ['document_id', 'number'], consultation: 'document' },
  ({ document_id, number }) => `document ${document_id} version ${number}`,
)
const file = bound({ table: 'files', ...ofConsultation }, ({ id }) => `file ${id} `)
const segments = { table: 'segments', ...ofConsultation }

export const sealedContent: readonly SealedColumn[] = [
  consultation('sealed_ids', 'ids'),
  consultation('sealed_context', 'context'),
  consultation('sealed_history', 'history'),
  consultation('sealed_name', 'name'),
  consultation('sealed_visit', 'visit'),
  consultation('sealed_opener', 'opener'),
  consultation('sealed_consent', 'consent'),
  consultation('sealed_hold', 'hold'),
  said(segments, 'sealed_text', ({ id }) => `segment ${String(id)} text`),
  said(segments, 'sealed_earlier', ({ id }) => `segment ${String(id)} earlier`),
  said(segments, 'sealed_words', ({ id }) => `segment ${String(id)} words`),
  said(
    { table: 'recognitions', ...ofConsultation },
    'sealed_pieces',
    ({ id }) => `recognition ${String(id)} pieces`,
  ),
  document('sealed_body'),
  document('sealed_people', ' people'),
  version('sealed_body'),
  version('sealed_maker', ' maker'),
  bound(
    { table: 'document_origins', key: ['document_id'], consultation: 'consultation_id' },
    ({ document_id }) => `document ${document_id} origin`,
  )('sealed_body'),
  bound(
    {
      table: 'document_origin_parts',
      key: ['consultation_id', 'part'],
      consultation: 'consultation_id',
    },
    ({ part }) => `document origin part ${part}`,
  )('sealed_body'),
  bound(
    {
      table: 'structured_outputs',
      key: ['document_id', 'schema_digest'],
      consultation: 'document',
    },
    ({ document_id, schema_digest }) => `structured output ${document_id} ${schema_digest}`,
  )('sealed_body'),
  bound(
    {
      table: 'note_lines',
      key: ['consultation_id', 'piece'],
      consultation: 'consultation_id',
    },
    ({ piece }) => `note line ${piece}`,
  )('sealed_line'),
  ...(['diagnoses', 'procedures'] as const).map((table) =>
    bound(
      { table, key: ['consultation_id'], consultation: 'consultation_id' },
      () => table,
    )('sealed_body'),
  ),
  file('sealed_name', 'name'),
  file('sealed_text', 'text'),
  file('sealed_thumbnail', 'thumbnail'),
  bound(
    { table: 'rnds_submissions', ...ofConsultation },
    ({ id }) => `rnds submission ${id}`,
  )('sealed_body'),
  bound(
    { table: 'rnds_submit_keys', ...ofConsultation },
    ({ id }) => `rnds submit key ${id}`,
  )('sealed_body'),
  bound(
    { table: 'webhook_messages', ...ofConsultation },
    ({ id }) => `webhook message ${id}`,
  )('sealed_body'),
]

export interface SealedCheck {
  opened: number
  /** By table, column and row; never what stands there. */
  damaged: { table: string; column: string; row: string }[]
}

/** Opens everything that the database holds sealed of a consultation, and keeps nothing of it. */
export async function checkSealedContent(
  sequelize: Sequelize,
  consultationId: string,
  key: Uint8Array,
): Promise<SealedCheck> {
  const check: SealedCheck = { opened: 0, damaged: [] }
  for (const { table, column, key: columns, consultation: by, open } of sealedContent) {
    const rows = await sequelize.query<SealedRow>(
      `SELECT ${columns.join(', ')}, ${column} AS sealed FROM ${table} WHERE ${whose(by)}`,
      { type: QueryTypes.SELECT, replacements: { consultationId } },
    )
    for (const row of rows) {
      // What was taken out on purpose leaves an empty value.
      if (!Buffer.isBuffer(row.sealed) || row.sealed.length === 0) continue
      try {
        open(key, consultationId, row, row.sealed)
        check.opened++
      } catch {
        check.damaged.push({ table, column, row: columns.map((name) => row[name]).join(' ') })
      }
    }
  }
  return check
}

function whose(by: SealedColumn['consultation']): string {
  if (by !== 'document') return `${by} = :consultationId`
  return 'document_id IN (SELECT id FROM documents WHERE consultation_id = :consultationId)'
}
