/**
 * The mark of a database that is being filled by `svcctl data move`: a step of the schema that no
 * version knows, so that every version refuses to start on it (schema-steps.ts).
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { makeStepsTable } from './schema-steps.ts'

export const MOVE_UNFINISHED = 'move-unfinished'
/** Beside the first: what the steps of the schema put in themselves is gone. */
const MOVE_EMPTIED = 'move-emptied'
export const MOVE_MARKS = [MOVE_UNFINISHED, MOVE_EMPTIED] as const

/** Before anything else is made in it. */
export async function markUnfinished(sequelize: Sequelize): Promise<void> {
  await sequelize.transaction(async (transaction) => {
    await makeStepsTable(sequelize.getQueryInterface(), transaction)
    await mark(sequelize, MOVE_UNFINISHED, transaction)
  })
}

export function markEmptied(sequelize: Sequelize, transaction: Transaction): Promise<void> {
  return mark(sequelize, MOVE_EMPTIED, transaction)
}

async function mark(sequelize: Sequelize, name: string, transaction: Transaction): Promise<void> {
  await sequelize.query('INSERT INTO migrations (name, only_adds) VALUES (:name, NULL)', {
    replacements: { name },
    transaction,
  })
}

export async function unmarkUnfinished(
  sequelize: Sequelize,
  transaction: Transaction,
): Promise<void> {
  await sequelize.query('DELETE FROM migrations WHERE name IN (:names)', {
    replacements: { names: [...MOVE_MARKS] },
    transaction,
  })
}

/**
 * `empty`: there is no table in it; `begun`: a move marked it; `emptied`: it waits for rows;
 * `used`: anything else.
 */
export async function moveState(
  sequelize: Sequelize,
): Promise<'empty' | 'begun' | 'emptied' | 'used'> {
  const tables = sequelize.getQueryInterface()
  if ((await tables.showAllTables()).length === 0) return 'empty'
  if (!(await tables.tableExists('migrations'))) return 'used'
  const found = await sequelize.query<{ name: string }>('SELECT name FROM migrations', {
    type: QueryTypes.SELECT,
  })
  const names = new Set(found.map(({ name }) => name))
  if (!names.has(MOVE_UNFINISHED)) return 'used'
  return names.has(MOVE_EMPTIED) ? 'emptied' : 'begun'
}
