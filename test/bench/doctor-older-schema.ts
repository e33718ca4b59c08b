import { join } from 'node:path'
import { QueryTypes } from 'sequelize'
import { openDatabase } from '../../models/database.ts'
import { migrations } from '../../models/migrations/index.ts'
import type { Box } from './doctor-box.ts'

/** The box's database as the version before the newest step left it: the older schema, and the rows that fit it. */
export async function olderSchema(box: Box) {
  const older = join(box.admin, 'older.sqlite')
  const path = join(box.dataDir, 'svc.sqlite')
  const last = migrations.at(-2)?.name
  if (last === undefined) throw new Error('there is but one step')
  const { sequelize, migrate, close } = await openDatabase({ url: `sqlite:${older}` })
  try {
    await migrate({ to: last })
    const names = async (sql: string) =>
      (await sequelize.query<{ name: string }>(sql, { type: QueryTypes.SELECT })).map(
        ({ name }) => name,
      )
    await sequelize.query(`ATTACH '${path}' AS newer`)
    await sequelize.query('PRAGMA foreign_keys = OFF')
    const tables = await names(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    for (const table of tables) {
      const there = new Set(await names(`SELECT name FROM pragma_table_info('${table}', 'newer')`))
      const own = await names(`SELECT name FROM pragma_table_info('${table}', 'main')`)
      const columns = own.filter((name) => there.has(name)).map((name) => `"${name}"`)
      await sequelize.query(`DELETE FROM main."${table}"`)
      if (columns.length > 0)
        await sequelize.query(
          `INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM newer."${table}"`,
        )
    }
  } finally {
    await close()
  }
  box.swapDatabase(older)
}
