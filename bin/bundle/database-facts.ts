/** What is known of a database without changing it: its steps, and how much lies in it. */
import type { Config } from '../../config/settings.ts'
import { COUNTED_TABLES } from '../../core/backup/manifest.ts'
import { openDatabase } from '../../models/database/database.ts'
import { additiveMigrations } from '../../models/migrations/additive.ts'
import { type Kept, newestKept, upgradesShelf } from './kept.ts'

/** Null: the database is elsewhere. */
export function sqlitePath({ databaseUrl }: Config): string | null {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
}

export async function steps(config: Config) {
  const database = await openDatabase({ url: config.databaseUrl, toRead: true })
  try {
    const taken = await database.appliedMigrations()
    return {
      pending: await database.pendingMigrations(),
      applied: taken.map(({ name }) => name),
      foreign: await database.foreignMigrations(),
      // What an even newer program left, it has said itself.
      additive: [
        ...additiveMigrations,
        ...taken.filter(({ onlyAdds }) => onlyAdds).map(({ name }) => name),
      ],
    }
  } finally {
    await database.close()
  }
}

/**
 * The state that was kept for the upgrade that is about to be done, where the data are still the
 * same; null: there is none.
 */
export async function keptForThis(config: Config): Promise<Kept | null> {
  const path = sqlitePath(config)
  const last = await newestKept(upgradesShelf(config.dataDir))
  if (path === null || !last) return null
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  if (!isSame(last.applied, (await steps(config)).applied)) return null
  return isSame(last.counts, await counts(`sqlite:${path}`)) ? last : null
}

/**
 * Rows of each kind that are new, by their own times; by their number at least, should the clock
 * have been wrong.
 */
export async function madeSince(path: string, { counts: before, at }: Kept) {
  const [now, dated] = [await counts(`sqlite:${path}`), await counts(`sqlite:${path}`, at)]
  return Object.fromEntries(
    COUNTED_TABLES.map((table) => [
      table,
      Math.max(dated[table] ?? 0, (now[table] ?? 0) - (before[table] ?? 0)),
    ]),
  )
}

/** @param since only what was made after that time */
export async function counts(url: string, since = ''): Promise<Record<string, number>> {
  const database = await openDatabase({ url })
  try {
    const found: Record<string, number> = {}
    for (const table of COUNTED_TABLES) {
      const [rows] = await database.sequelize
        .query(`SELECT count(*) AS number FROM ${table}${since && ' WHERE created_at > :since'}`, {
          replacements: { since: since.replace('T', ' ') },
        })
        .catch(() => [[{ number: 0 }]])
      found[table] = Number((rows as { number: number }[])[0]?.number ?? 0)
    }
    return found
  } finally {
    await database.close()
  }
}
