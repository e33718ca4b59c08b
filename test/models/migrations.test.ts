import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { type Database, openDatabase } from '../../models/database.ts'
import { migrations } from '../../models/migrations/index.ts'

/** A row of each table a step made, so that later steps meet a database that is in use. */
const rowsAfter: Record<string, string[]> = {
  '0001-access': [
    `INSERT INTO organizations (id, name, status, allowed_origins, enforce_doctor_scope, language, created_at)
     VALUES ('11111111-1111-4111-8111-111111111111', 'Hospital', 'active', '[]', 0, 'pt-BR', '2026-01-01 12:00:00.000 +00:00')`,
    `INSERT INTO users (id, organization_id, name, status, session_generation, created_at)
     VALUES ('22222222-2222-4222-8222-222222222222', '11111111-1111-4111-8111-111111111111', 'Integração', 'active', 0, '2026-01-01 12:00:00.000 +00:00')`,
    `INSERT INTO api_keys (id, organization_id, user_id, kind, name, prefix, digest, scopes, session_generation, created_at)
     VALUES ('33333333-3333-4333-8333-333333333333', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'api_key', 'EHR', 'svc_key_abcd', 'digest', '[]', 0, '2026-01-01 12:00:00.000 +00:00')`,
    `INSERT INTO signing_keys (id, sealed_secret, created_at)
     VALUES ('44444444-4444-4444-8444-444444444444', x'00ff', '2026-01-01 12:00:00.000 +00:00')`,
  ],
  '0002-consultations': [
    `INSERT INTO consultations (id, organization_id, external_consultation_id, external_doctor_id, external_patient_id, type, status,
       consent_status, context_markdown, language, recorded_ms, version, created_at, updated_at)
     VALUES ('55555555-5555-4555-8555-555555555555', '11111111-1111-4111-8111-111111111111', 'c', 'd', 'p', 'IN_PERSON', 'open',
       'not_recorded', 'Asma.', 'pt-BR', 0, 1, '2026-01-01 12:00:00.000 +00:00', '2026-01-01 12:00:00.000 +00:00')`,
  ],
}

for (const [index, { name }] of migrations.entries())
  test(`a database as of ${name} with rows in it comes up to date and loses none`, async (t) => {
    const database = await freshDatabase(t)
    await database.migrate({ to: name })
    for (const step of migrations.slice(0, index + 1))
      for (const sql of rowsAfter[step.name] ?? []) await database.sequelize.query(sql)
    const before = await counts(database)

    t.deepEqual(
      await database.migrate(),
      migrations.slice(index + 1).map((step) => step.name),
    )
    t.deepEqual(await database.pendingMigrations(), [])
    t.like(await counts(database), before)
    t.deepEqual(await structure(database), await structure(await migrated(t)))
    t.deepEqual(await select(database, 'PRAGMA foreign_key_check'), [])
  })

test('a database that is up to date is left alone', async (t) => {
  const database = await migrated(t)
  t.deepEqual(await database.migrate(), [])
})

test('rows that others rest on cannot be removed from under them', async (t) => {
  const database = await migrated(t)
  const run = (sql: string) => database.sequelize.query(sql)
  for (const sql of [...rowsAfter['0001-access']!, ...rowsAfter['0002-consultations']!])
    await run(sql)
  await t.throwsAsync(run('DELETE FROM organizations'), {
    name: 'SequelizeForeignKeyConstraintError',
  })
  await t.throwsAsync(run(rowsAfter['0002-consultations']![0]!.replace('55555555', '66666666')), {
    name: 'SequelizeUniqueConstraintError',
  })
})

test('commits reach the disk before they are answered, and readers never wait', async (t) => {
  const database = await freshDatabase(t)
  const pragma = async (name: string) =>
    Object.values((await select(database, `PRAGMA ${name}`))[0] ?? {})[0]
  t.is(await pragma('journal_mode'), 'wal')
  t.is(await pragma('synchronous'), 2)
  t.is(await pragma('foreign_keys'), 1)
})

async function freshDatabase(t: ExecutionContext): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'))
  const database = await openDatabase({ url: `sqlite:${join(folder, 'svc.sqlite')}` })
  t.teardown(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return database
}

async function migrated(t: ExecutionContext): Promise<Database> {
  const database = await freshDatabase(t)
  await database.migrate()
  return database
}

/** Rows per table, of the tables that are there. */
async function counts(database: Database): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const table of await database.sequelize.getQueryInterface().showAllTables())
    if (table !== 'migrations')
      all[table] = (await select(database, `SELECT count(*) AS n FROM ${table}`))[0]?.n
  return all
}

/** Every table and index as SQLite wrote it down. */
function structure(database: Database) {
  return select(database, 'SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
}

function select({ sequelize }: Database, sql: string): Promise<Record<string, unknown>[]> {
  return sequelize.query(sql, { type: QueryTypes.SELECT })
}
