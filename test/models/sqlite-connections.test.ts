import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'

const COUNT = 'SELECT COUNT(*) AS found FROM notes'

async function openNotes(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'notes.sqlite')
  const database = await openDatabase({ url: `sqlite:${file}` })
  const { sequelize } = database
  await sequelize.query('CREATE TABLE notes (words TEXT)')
  const found = async () => {
    const [row] = await sequelize.query<{ found: number }>(COUNT, { type: QueryTypes.SELECT })
    return row?.found
  }
  return { ...database, file, found }
}

test('a transaction goes on with the connection of the one before, also after one that was taken back', async (t) => {
  const { sequelize, found, close, file } = await openNotes(t)
  // What is temporary belongs to one connection.
  await sequelize.transaction((transaction) =>
    sequelize.query('CREATE TEMP TABLE mine (words TEXT)', { transaction }),
  )
  const failed = sequelize.transaction(async (transaction) => {
    await sequelize.query("INSERT INTO notes VALUES ('never')", { transaction })
    throw new Error('taken back')
  })
  await t.throwsAsync(failed, { message: 'taken back' })
  await sequelize.transaction(async (transaction) => {
    await sequelize.query("INSERT INTO mine VALUES ('kept')", { transaction })
    await sequelize.query("INSERT INTO notes VALUES ('kept')", { transaction })
  })
  t.is(await found(), 1)
  await close()
  t.false(existsSync(`${file}-wal`), 'a connection is still open')
})

test('transactions that somebody begins and ends by hand take their turns', async (t) => {
  const { sequelize, found, close } = await openNotes(t)
  await sequelize.transaction((transaction) => sequelize.query(COUNT, { transaction }))
  const first = await sequelize.transaction()
  await sequelize.query("INSERT INTO notes VALUES ('one')", { transaction: first })
  const second = sequelize.transaction()
  t.is(await found(), 0)
  await first.commit()
  const transaction = await second
  await sequelize.query("INSERT INTO notes VALUES ('two')", { transaction })
  await transaction.rollback()
  t.is(await found(), 1)
  await close()
})

test('the last connection to close leaves no log file', async (t) => {
  const opened = await Promise.all(Array.from({ length: 24 }, () => openNotes(t)))
  for (const { sequelize } of opened)
    await sequelize.transaction((transaction) =>
      sequelize.query("INSERT INTO notes VALUES ('kept')", { transaction }),
    )
  await Promise.all(opened.map(({ close }) => close()))
  t.deepEqual(
    opened.map(({ file }) => `${file}-wal`).filter((log) => existsSync(log)),
    [],
  )
})
