/**
 * Which sound and files the rows of a database speak of, by their names in the data folder: what a
 * backup of those rows has to hold. Sound that is still in rows itself is not among them, nor what
 * is being taken.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { openDatabase } from '../database/database.ts'
import { withSqlite } from './snapshot.ts'

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

/** @param schema the last step that the database has taken; none before it can be asked */
export async function namedContent(
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
