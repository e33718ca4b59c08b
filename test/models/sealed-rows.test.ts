/**
 * Sealed values are bound to their rows: none can be put in another's place. And the lists of what
 * is sealed are whole.
 */
import { createCipheriv, randomBytes } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { QueryTypes } from 'sequelize'
import { sealedByMaster } from '../../models/master-key/rotate.ts'
import { erasedTables, keptTables } from '../../models/retention/erasures.ts'
import { openText, sealText, type TextPlace } from '../../models/transcript/seal.ts'
import { sealer } from '../../models/vault/seal.ts'
import { type SealedRow, sealedContent } from '../../models/vault/sealed-content.ts'
import { openWorld } from '../helpers/access-world.ts'

const KEY = randomBytes(32)

const textPlace = fc
  .tuple(fc.uuid(), fc.constantFrom('text' as const, 'earlier' as const, 'words' as const))
  .map(([id, what]): TextPlace => `segment ${id} ${what}`)

test('text of a transcript opens in its own row and column only', (t) => {
  fc.assert(
    fc.property(textPlace, textPlace, fc.string(), (one, other, text) => {
      const sealed = sealText(KEY, one, text)
      t.is(openText(KEY, one, sealed), text)
      if (one !== other) t.throws(() => openText(KEY, other, sealed))
    }),
    { numRuns: 100 },
  )
})

test('text that an earlier release sealed still opens', (t) => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from('svc.transcript.v1'))
  const body = Buffer.concat([cipher.update('Dói há três dias.', 'utf8'), cipher.final()])
  const old = Buffer.concat([nonce, cipher.getAuthTag(), body])
  t.is(openText(KEY, 'segment a text', old), 'Dói há três dias.')
  old[old.length - 1]! ^= 1
  t.throws(() => openText(KEY, 'segment a text', old))
})

/**
 * Any sealed column, of any row of any consultation; all under one key, which is the worst case.
 */
test('a value sealed for one place does not open in another', (t) => {
  const seals = sealedContent.filter(
    ({ table }) => table !== 'segments' && table !== 'recognitions',
  )
  const place = fc.record({
    at: fc.nat(seals.length - 1),
    consultationId: fc.uuid(),
    row: fc.record({
      id: fc.uuid(),
      document_id: fc.uuid(),
      schema_digest: fc.uuid(),
      number: fc.nat(9),
      piece: fc.uuid(),
      part: fc.uuid(),
    }),
  })
  const nameOf = ({ at, consultationId, row }: Place) =>
    JSON.stringify([seals[at]?.table, seals[at]?.column, consultationId, keyOf(at, row)])
  const keyOf = (at: number, row: SealedRow) =>
    (seals[at]?.key ?? []).filter((name) => name !== 'consultation_id').map((name) => row[name])
  fc.assert(
    fc.property(place, place, (one, other) => {
      const sealed = sealFor(one)
      open(one, sealed)
      if (nameOf(one) !== nameOf(other)) t.throws(() => open(other, sealed))
    }),
    { numRuns: 200 },
  )

  function open({ at, consultationId, row }: Place, sealed: Uint8Array) {
    seals[at]?.open(KEY, consultationId, row, sealed)
  }

  /** Sealed by what the stores' own contexts are. */
  function sealFor({ at, consultationId, row }: Place): Uint8Array {
    const { table = '', column = '' } = seals[at] ?? {}
    const contexts: Record<string, string> = {
      'consultations.sealed_ids': 'consultation ids',
      'consultations.sealed_context': 'consultation context',
      'consultations.sealed_history': 'consultation history',
      'consultations.sealed_name': 'consultation name',
      'consultations.sealed_visit': 'consultation visit',
      'consultations.sealed_opener': 'consultation opener',
      'consultations.sealed_consent': 'consultation consent',
      'consultations.sealed_hold': 'consultation hold',
      'documents.sealed_body': `document ${row.id}`,
      'documents.sealed_people': `document ${row.id} people`,
      'document_versions.sealed_body': `document ${row.document_id} version ${row.number}`,
      'document_versions.sealed_maker': `document ${row.document_id} version ${row.number} maker`,
      'document_origins.sealed_body': `document ${row.document_id} origin`,
      'document_origin_parts.sealed_body': `document origin part ${row.part}`,
      'structured_outputs.sealed_body': `structured output ${row.document_id} ${row.schema_digest}`,
      'note_lines.sealed_line': `note line ${row.piece}`,
      'diagnoses.sealed_body': 'diagnoses',
      'procedures.sealed_body': 'procedures',
      'files.sealed_name': `file ${row.id} name`,
      'files.sealed_text': `file ${row.id} text`,
      'files.sealed_thumbnail': `file ${row.id} thumbnail`,
      'rnds_submissions.sealed_body': `rnds submission ${row.id}`,
      'rnds_submit_keys.sealed_body': `rnds submit key ${row.id}`,
      'webhook_messages.sealed_body': `webhook message ${row.id}`,
    }
    const context = contexts[`${table}.${column}`]
    if (!context)
      throw new Error(`${table}.${column} is sealed as something this test does not know`)
    return sealer(KEY).seal(Buffer.from('x'), `${consultationId} ${context}`)
  }
})

interface Place {
  at: number
  consultationId: string
  row: {
    id: string
    document_id: string
    schema_digest: string
    number: number
    piece: string
    part: string
  }
}

test('the lists of what is sealed, and of what an erasure takes, leave no column and no table out', async (t) => {
  const { database } = await openWorld(t)
  const isSqlite = database.sequelize.getDialect() === 'sqlite'
  const columns = await database.sequelize.query<{ tbl: string; name: string; type: string }>(
    isSqlite
      ? `SELECT m.name AS tbl, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`
      : `SELECT table_name AS tbl, column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = current_schema()`,
    { type: QueryTypes.SELECT },
  )
  const sealed = columns
    .filter(({ type }) => type === (isSqlite ? 'BLOB' : 'bytea'))
    .map((one) => `${one.tbl}.${one.name}`)
  const listed = [
    ...sealedContent.map(({ table, column }) => `${table}.${column}`),
    ...sealedByMaster.map(({ table, column }) => `${table}.${column}`),
    'vault_keys.sealed_secret',
    // Sealed as the blocks of a file of sound are, until they are in one.
    'sound_pieces.sealed',
  ]
  const trails = sealed.filter((name) => keptTables.some((table) => name.startsWith(`${table}.`)))
  t.deepEqual(sealed.filter((name) => !trails.includes(name)).sort(), listed.sort())

  const ofConsultations = columns
    .filter(({ name }) => name === 'consultation_id')
    .map((one) => one.tbl)
  const known = [...erasedTables.map(([table]) => table), ...keptTables]
  t.deepEqual(
    ofConsultations.filter((table) => !known.includes(table)),
    [],
  )
})
