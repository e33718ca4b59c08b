import { join } from 'node:path'
import { promisify } from 'node:util'
import sqlite3 from 'sqlite3'
import { openDatabase } from '../../models/database/database.ts'
import { migrations } from '../../models/migrations/index.ts'
import type { Box } from './doctor-box.ts'

/**
 * The box's database as the version before the newest step left it: the older schema, and the rows
 * that fit it.
 */
export async function olderSchema(box: Box) {
  const older = join(box.admin, 'older.sqlite')
  const path = join(box.dataDir, 'svc.sqlite')
  const last = migrations.at(-2)?.name
  if (last === undefined) throw new Error('there is but one step')
  const { migrate, close } = await openDatabase({ url: `sqlite:${older}` })
  await migrate({ to: last }).finally(close)
  // One connection: what is attached to another is not known to it.
  const connection = new sqlite3.Database(older)
  const run = promisify(connection.exec.bind(connection))
  const names = async (sql: string) => {
    const all = promisify(connection.all.bind(connection)) as (sql: string) => Promise<unknown[]>
    return ((await all(sql)) as { name: string }[]).map(({ name }) => name)
  }
  try {
    await run(`ATTACH '${path}' AS newer; PRAGMA foreign_keys = OFF`)
    const tables = await names(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    for (const table of tables) {
      const there = new Set(await names(`SELECT name FROM pragma_table_info('${table}', 'newer')`))
      const own = await names(`SELECT name FROM pragma_table_info('${table}', 'main')`)
      const columns = own.filter((name) => there.has(name)).map((name) => `"${name}"`)
      await run(`DELETE FROM main."${table}"`)
      if (columns.length > 0)
        await run(
          `INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM newer."${table}"`,
        )
    }
  } finally {
    await promisify(connection.close.bind(connection))()
  }
  box.swapDatabase(older)
}
