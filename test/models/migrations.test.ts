import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { additiveMigrations } from '../../models/migrations/additive.ts'
import { migrations } from '../../models/migrations/index.ts'
import { masterKey, type Row, rowAsOf, rowsAfter, sealedBy } from './rows.ts'

const NEWEST = migrations.at(-1)!.name

let newest: Promise<Row[]> | undefined
/**
 * What a database that is made today looks like: looked at once, since every step is compared with
 * it.
 */
function newestStructure(t: ExecutionContext): Promise<Row[]> {
  newest ??= migrated(t).then(structure)
  return newest
}

for (const [index, { name }] of migrations.entries())
  test(`a database as of ${name} with rows in it comes up to date and loses none`, async (t) => {
    const database = await freshDatabase(t)
    await database.migrate({ to: name })
    for (const step of migrations.slice(0, index + 1)) await addRows(database, step.name, name)
    const before = await contents(database)
    for (const [table, rows] of Object.entries(before)) t.is(rows.length, 1, `a row in ${table}`)

    t.deepEqual(
      await database.migrate({ sealer: masterKey }),
      migrations.slice(index + 1).map((step) => step.name),
    )
    t.deepEqual(await database.pendingMigrations(), [])
    t.like(await contents(database), withoutSealed(before))
    t.deepEqual(await structure(database), await newestStructure(t))
    t.deepEqual(await select(database, 'PRAGMA foreign_key_check'), [])
  })

test('a change of the schema that breaks off anywhere goes on where it was', async (t) => {
  const expected = await newestStructure(t)
  let at = 0
  for (let isWhole = false; !isWhole; at += 7) {
    const database = await freshDatabase(t)
    const query = database.sequelize.query.bind(database.sequelize) as (
      sql: string,
      options?: object,
    ) => Promise<unknown>
    let left = at
    Object.assign(database.sequelize, {
      // As a full disk does, or the end of the process: nothing more is written.
      query(sql: string, options?: object) {
        if (/^\s*(?:CREATE|ALTER|INSERT|UPDATE|DROP)/i.test(sql) && left-- <= 0)
          return Promise.reject(new Error('disk full'))
        return query(sql, options)
      },
    })
    isWhole = await database.migrate().then(
      () => true,
      () => false,
    )
    Object.assign(database.sequelize, { query })
    await database.migrate()
    t.deepEqual(await database.pendingMigrations(), [])
    t.deepEqual(await structure(database), expected, `broken off after ${at} statements`)
    await database.close()
  }
  t.true(at > 100)
})

test('a database that is up to date is left alone', async (t) => {
  const database = await migrated(t)
  t.deepEqual(await database.migrate(), [])
})

test('rows that others rest on cannot be removed from under them', async (t) => {
  const database = await migrated(t)
  for (const { name } of migrations) await addRows(database, name)
  for (const table of ['organizations', 'consultations'])
    await t.throwsAsync(
      database.sequelize.query(`DELETE FROM ${table}`),
      { name: 'SequelizeForeignKeyConstraintError' },
      table,
    )
})

test('a unique row cannot be written twice under another id', async (t) => {
  const database = await migrated(t)
  for (const { name } of migrations) await addRows(database, name)
  for (const [step, table] of Object.entries({
    '0001-access': 'api_keys',
    '0002-consultations': 'consultations',
    '0003-recordings': 'recording_channels',
    '0004-transcription': 'jobs',
    '0005-documents': 'templates',
    '0006-terminology': 'diagnoses',
    '0007-rnds-connection': 'rnds_certificates',
    '0008-rnds-submissions': 'rnds_submissions',
    '0009-procedures': 'procedures',
    '0010-files': 'files',
    '0011-structured-outputs': 'structured_outputs',
  })) {
    const row = rowAsOf(NEWEST, table, rowsAfter[step]![table]!)
    await t.throwsAsync(
      insert(database, table, row.id ? { ...row, id: crypto.randomUUID() } : row),
      { name: 'SequelizeUniqueConstraintError' },
      table,
    )
  }
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

/** What steps after it sealed is not there any more in the clear; that it opens is proven below. */
function withoutSealed(before: Record<string, Row[]>): Record<string, Row[]> {
  const changes = Object.values(sealedBy).flatMap((tables) => Object.entries(tables))
  return Object.fromEntries(
    Object.entries(before).map(([table, rows]) => {
      const gone = changes.filter(([name]) => name === table).flatMap(([, change]) => change.gone)
      const kept = (row: Row) => Object.entries(row).filter(([column]) => !gone.includes(column))
      return [table, rows.map((row) => Object.fromEntries(kept(row)))]
    }),
  )
}

/** The rows of one step, in tables that earlier steps and this one made. */
async function addRows(database: Database, step: string, asOf = NEWEST) {
  const rows = rowsAfter[step]
  if (!rows) throw new Error(`no rows for ${step}: add them to rows.ts`)
  for (const [table, row] of Object.entries(rows))
    await insert(database, table, rowAsOf(asOf, table, row))
}

function insert({ sequelize }: Database, table: string, row: object) {
  return sequelize.getQueryInterface().bulkInsert(table, [row])
}

/** All rows of all tables that are there, the list of steps itself left out. */
async function contents(database: Database): Promise<Record<string, Row[]>> {
  const all: Record<string, Row[]> = {}
  for (const table of await database.sequelize.getQueryInterface().showAllTables())
    if (table !== 'migrations') all[table] = await select(database, `SELECT * FROM ${table}`)
  return all
}

/** Every table and index as SQLite wrote it down. */
function structure(database: Database) {
  return select(database, 'SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
}

function select({ sequelize }: Database, sql: string): Promise<Row[]> {
  return sequelize.query(sql, { type: QueryTypes.SELECT })
}

test('checking for missing steps creates no table, and a newer schema is recognized by its steps', async (t) => {
  const database = await freshDatabase(t)
  t.deepEqual(
    await database.pendingMigrations(),
    migrations.map(({ name }) => name),
  )
  t.deepEqual(await select(database, "SELECT name FROM sqlite_master WHERE type = 'table'"), [])
  await database.migrate()
  t.deepEqual(await database.foreignMigrations(), [])
  await database.sequelize.query("INSERT INTO migrations (name) VALUES ('9001-later')")
  t.deepEqual(await database.foreignMigrations(), ['9001-later'])
  t.deepEqual(await database.pendingMigrations(), [])
  await database.sequelize.query("UPDATE migrations SET only_adds = 1 WHERE name = '9001-later'")
  await database.migrate()
  t.deepEqual(await database.foreignMigrations(), [], 'it says of itself that it only adds')
})

test('a table of steps from before they said whether they only add is brought up to date', async (t) => {
  const database = await freshDatabase(t)
  await database.migrate()
  await database.sequelize.query('ALTER TABLE migrations DROP COLUMN only_adds')
  await database.sequelize.query("INSERT INTO migrations (name) VALUES ('9001-later')")
  t.deepEqual(await database.foreignMigrations(), ['9001-later'])
  t.deepEqual(await database.migrate(), [])
  t.deepEqual(
    (await database.appliedMigrations()).filter(({ onlyAdds }) => onlyAdds).map(({ name }) => name),
    additiveMigrations,
  )
  t.deepEqual(await database.foreignMigrations(), ['9001-later'])
})
