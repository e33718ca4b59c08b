/**
 * What somebody reads who has the database's disk: the files of SQLite, or every value of every row
 * of PostgreSQL, whose files are the server's.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QueryTypes, type Sequelize } from 'sequelize'

/** @param folder where SQLite's files lie */
export async function bytesAtRest(sequelize: Sequelize, folder: string): Promise<Buffer> {
  if (sequelize.getDialect() !== 'sqlite') return rowsOf(sequelize)
  const names = (await readdir(folder)).filter((name) => name.startsWith('svc.sqlite'))
  if (names.length === 0) throw new Error(`no database in ${folder}`)
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
}

async function rowsOf(sequelize: Sequelize): Promise<Buffer> {
  const tables = await sequelize.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    { type: QueryTypes.SELECT },
  )
  if (tables.length === 0) throw new Error('no tables')
  const found: Buffer[] = []
  for (const { name } of tables) {
    const rows = await sequelize.query<Record<string, unknown>>(`SELECT * FROM "${name}"`, {
      type: QueryTypes.SELECT,
    })
    for (const value of rows.flatMap((row) => Object.values(row)))
      found.push(Buffer.isBuffer(value) ? value : Buffer.from(`${JSON.stringify(value)}\n`))
  }
  return Buffer.concat(found)
}
