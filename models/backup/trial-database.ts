/** A PostgreSQL that a copy is loaded into for a trial: empty before, and empty afterwards. */
import { QueryTypes, type Sequelize } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import { openDatabase } from '../database/database.ts'

/** @throws {AppError} `database_not_empty`: whatever is in it is somebody else's */
export async function needEmptyDatabase(url: string): Promise<void> {
  const found = await inDatabase(url, contents)
  if (found.length === 0) return
  const names = found.slice(0, 3).map(({ name }) => name)
  throw new AppError(
    'conflict',
    'database_not_empty',
    `The database for the trial is not empty (${names.join(', ')}). Nothing was changed. Make a new one: createdb svc_drill`,
  )
}

/** Takes away every table and function of it, with what hangs on them. */
export function emptyDatabase(url: string): Promise<void> {
  return inDatabase(url, async (sequelize) => {
    for (const { kind, name } of await contents(sequelize))
      await sequelize.query(`DROP ${kind} IF EXISTS ${name} CASCADE`)
  })
}

interface Content {
  kind: 'TABLE' | 'FUNCTION'
  /** As SQL writes it. */
  name: string
}

/** Tables come first; what an extension brought belongs to it. */
function contents(sequelize: Sequelize): Promise<Content[]> {
  return sequelize.query<Content>(
    `SELECT 'TABLE' AS kind, c.oid::regclass::text AS name FROM pg_class c
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
     UNION ALL
     SELECT 'FUNCTION', p.oid::regprocedure::text FROM pg_proc p
       WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS
         (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    { type: QueryTypes.SELECT },
  )
}

async function inDatabase<Result>(
  url: string,
  work: (sequelize: Sequelize) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url })
  try {
    return await work(database.sequelize)
  } finally {
    await database.close()
  }
}
