/**
 * The database as rows in text, for where it is PostgreSQL's: read in one snapshot that nobody
 * waits for (REPEATABLE READ), whatever version the server has, and without its programs. One JSON
 * text a line: `{"table": name}` before the rows of each table, in an order in which none refers to
 * a later one, and `{"rows": count}` as the last line.
 */
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { QueryTypes, type Sequelize, Transaction } from 'sequelize'
import { COUNTED_TABLES } from '../../core/backup/manifest.ts'
import { AppError } from '../../core/errors.ts'
import { openDatabase } from '../database/database.ts'
import { MAY_PAUSE } from '../database/postgres-options.ts'
import { setCounters, tablesInOrder } from '../database/tables-in-order.ts'
import { damaged } from './container.ts'
import { type SnapshotFacts, withSqlite } from './snapshot.ts'

const AT_ONCE = 200
const MIGRATIONS = 'migrations'

/**
 * @param target must not be there; readable by its owner only
 * @returns `named`: the sound and files that these rows speak of
 */
export async function takeRows(
  url: string,
  target: string,
): Promise<{ facts: SnapshotFacts; named: string[] }> {
  const database = await openDatabase({ url })
  const file = await open(target, 'wx', 0o600)
  try {
    return await database.sequelize.transaction(
      { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ, readOnly: true },
      async (transaction) => {
        const { sequelize } = database
        await sequelize.query(MAY_PAUSE, { transaction })
        let count = 0
        for (const table of await tablesInOrder(sequelize, transaction)) {
          await file.appendFile(`${JSON.stringify({ table })}\n`)
          const cursor = `DECLARE backup CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${table}" t`
          await sequelize.query(cursor, { transaction })
          for (;;) {
            const rows = await sequelize.query<{ row: string }>(`FETCH ${AT_ONCE} FROM backup`, {
              type: QueryTypes.SELECT,
              transaction,
            })
            if (rows.length === 0) break
            await file.appendFile(rows.map(({ row }) => `${row}\n`).join(''))
            count += rows.length
          }
          await sequelize.query('CLOSE backup', { transaction })
        }
        await file.appendFile(`${JSON.stringify({ rows: count })}\n`)
        await file.sync()
        const first = async (sql: string) =>
          (
            await sequelize.query<{ value: string | null }>(sql, {
              type: QueryTypes.SELECT,
              transaction,
            })
          )[0]?.value ?? null
        const counts: Record<string, number> = {}
        for (const table of COUNTED_TABLES)
          counts[table] = Number((await first(`SELECT count(*) AS value FROM ${table}`)) ?? 0)
        const schema = await first(`SELECT max(name) AS value FROM ${MIGRATIONS}`)
        const masterKey = await first(
          `SELECT fingerprint AS value FROM vault_keys WHERE name = 'master'`,
        )
        const named = await namedContent(sequelize, schema, transaction)
        return { facts: { counts, schema, masterKey }, named }
      },
    )
  } finally {
    await file.close()
    await database.close()
  }
}

/** Reads it to its last line. @throws {AppError} `backup_damaged` */
export async function inspectRows(path: string): Promise<void> {
  for await (const _ of linesOf(path));
}

/**
 * Into a database without rows: the schema as of the backup, then all of them in one transaction.
 * @throws {AppError} `database_not_empty`, `backup_newer`, `backup_damaged`
 */
export async function loadRows(url: string, path: string, schema: string | null): Promise<void> {
  const database = await openDatabase({ url })
  const { sequelize } = database
  try {
    await refuseFull(sequelize)
    const pending = await database.pendingMigrations()
    const known = pending.includes(schema ?? '')
    if (schema !== null && !known && pending.length > 0) throw newer(schema)
    await database.migrate(schema === null ? {} : { to: schema })
    await sequelize.transaction(async (transaction) => {
      await sequelize.query(MAY_PAUSE, { transaction })
      const tables = await tablesInOrder(sequelize, transaction)
      // What the steps of the schema put in themselves.
      for (const table of [...tables].reverse())
        await sequelize.query(`DELETE FROM "${table}"`, { transaction })
      for await (const { table, rows } of linesOf(path)) {
        if (!tables.includes(table)) throw damaged('it holds rows of a table that is not there')
        await sequelize.query(
          `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1::json)`,
          { transaction, bind: [`[${rows.join(',')}]`] },
        )
      }
      await setCounters(sequelize, transaction)
    })
  } finally {
    await database.close()
  }
}

async function refuseFull(sequelize: Sequelize): Promise<void> {
  const [there] = await sequelize.query<{ name: string | null }>(
    `SELECT to_regclass('organizations')::text AS name`,
    { type: QueryTypes.SELECT },
  )
  if (!there?.name) return
  const rows = await sequelize.query('SELECT id FROM organizations LIMIT 1', {
    type: QueryTypes.SELECT,
  })
  if (rows.length > 0)
    throw new AppError(
      'conflict',
      'database_not_empty',
      'The database that databaseUrl names holds data. Restore into a new one: createdb NAME, then --database-url postgres://…/NAME',
    )
}

/** Rows in groups, as texts; proven to be all. @throws {AppError} `backup_damaged` */
async function* linesOf(path: string): AsyncGenerator<{ table: string; rows: string[] }> {
  const file = await open(path, 'r')
  let table: string | null = null
  let rows: string[] = []
  let count = 0
  let told: number | null = null
  try {
    for await (const line of createInterface({
      input: file.createReadStream({ autoClose: false }),
    })) {
      if (told !== null) throw damaged('something stands behind the last row')
      const mark = markIn(line)
      if (mark === null) {
        rows.push(line)
        count++
      }
      if (table !== null && rows.length > 0 && (mark !== null || rows.length === AT_ONCE)) {
        yield { table, rows }
        rows = []
      }
      if (mark && 'table' in mark) table = mark.table
      else if (mark) told = mark.rows
    }
  } finally {
    await file.close()
  }
  if (told !== count) throw damaged('its database is not whole')
}

/** No row of ours has one member of that name alone. */
function markIn(line: string): { table: string } | { rows: number } | null {
  return /^\{"(table":"\w+"|rows":\d+)\}$/.test(line) ? JSON.parse(line) : null
}

function newer(schema: string): AppError {
  return new AppError(
    'rejected',
    'backup_newer',
    `The backup was made by a newer version (its schema is ${schema}). Install that version, then restore.`,
  )
}

/** The step from which on every table and column of the question is there. */
const KNOWN_SINCE = '0038-nodes'

const NAMED = `
  SELECT 'audio/' || r.consultation_id || '/' || r.id || '/' || c.channel || '.svc' AS name
  FROM recordings r JOIN recording_channels c ON c.recording_id = r.id
  WHERE r.state = 'finished' AND r.sound_erased_at IS NULL AND c.held_samples > 0
    AND NOT EXISTS (SELECT 1 FROM sound_pieces p WHERE p.recording_id = r.id)
  UNION ALL
  SELECT 'files/' || f.consultation_id || '/' || f.id FROM files f
  WHERE f.state IN ('processing', 'ready')`

/**
 * Which sound and files the rows of a database speak of, by their names in the data folder: what a
 * backup of those rows has to hold. Sound that is still in rows itself is not among them, nor what
 * is being taken.
 * @param schema the last step that the database has taken; none before it can be asked
 */
async function namedContent(
  sequelize: Sequelize,
  schema: string | null,
  transaction?: Transaction,
): Promise<string[]> {
  if (!isKnown(schema)) return []
  const rows = await sequelize.query<{ name: string }>(NAMED, {
    type: QueryTypes.SELECT,
    ...(transaction && { transaction }),
  })
  return rows.map(({ name }) => name)
}

/** The same of a copy of a SQLite database. */
export async function namedInSnapshot(path: string, schema: string | null): Promise<string[]> {
  if (!isKnown(schema)) return []
  return withSqlite(path, 'read', async (query) =>
    (await query(NAMED)).map(({ name }) => name ?? ''),
  )
}

/** Of `names`, those that a database in use speaks of now. */
export async function stillNamed(url: string, names: readonly string[]): Promise<string[]> {
  const database = await openDatabase({ url, toRead: true })
  try {
    const now = new Set(await namedContent(database.sequelize, KNOWN_SINCE))
    return names.filter((name) => now.has(name))
  } finally {
    await database.close()
  }
}

function isKnown(schema: string | null): boolean {
  return schema !== null && schema >= KNOWN_SINCE
}
