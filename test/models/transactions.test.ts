import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'

async function openCounters(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-transactions-'))
  const open = () => openDatabase({ url: `sqlite:${join(folder, 'svc.sqlite')}` })
  const databases = [await open(), await open()] as const
  t.teardown(async () => {
    for (const database of databases) await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [{ sequelize }] = databases
  await sequelize.query('CREATE TABLE counters (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)')
  await sequelize.query('INSERT INTO counters VALUES (1, 0)')
  const read = async () => {
    const [row] = await sequelize.query<{ value: number }>('SELECT value FROM counters', {
      type: QueryTypes.SELECT,
    })
    return row?.value
  }
  return { databases, read }
}

const raise = 'UPDATE counters SET value = value + 1'

test('transactions of one process run one at a time, so that they cannot starve each other', async (t) => {
  const { databases, read } = await openCounters(t)
  const [{ sequelize }] = databases
  let running = 0
  await Promise.all(
    Array.from({ length: 24 }, () =>
      sequelize.transaction(async (transaction) => {
        t.is(++running, 1)
        await sequelize.query(raise, { transaction })
        await new Promise(setImmediate)
        running--
      }),
    ),
  )
  t.is(await read(), 24)
})

test('a transaction that fails undoes its own work and lets the next one run', async (t) => {
  const { databases, read } = await openCounters(t)
  const [{ sequelize }] = databases
  const failing = sequelize.transaction(async (transaction) => {
    await sequelize.query(raise, { transaction })
    throw new Error('no')
  })
  const next = sequelize.transaction((transaction) => sequelize.query(raise, { transaction }))
  await t.throwsAsync(failing, { message: 'no' })
  await next
  t.is(await read(), 1)
})

test('two processes, plain writes and transactions that read first, all get through', async (t) => {
  const { databases, read } = await openCounters(t)
  const write = async (index: number) => {
    const { sequelize } = databases[index % 2] ?? databases[0]
    if (index % 3 === 0) return sequelize.query(raise)
    return sequelize.transaction(async (transaction) => {
      await sequelize.query('SELECT value FROM counters', { transaction })
      return sequelize.query(raise, { transaction })
    })
  }
  await Promise.all(Array.from({ length: 60 }, (_, index) => write(index)))
  t.is(await read(), 60)
})
