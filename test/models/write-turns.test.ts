import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import sqlite3 from 'sqlite3'
import { openDatabase } from '../../models/database/database.ts'
import { turns } from '../../models/database/turns.ts'
import { writeLockRequest } from '../../models/database/write-lock-request.ts'

const RAISE = 'UPDATE counters SET value = value + 1'

async function counters(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-turns-'))
  const path = join(folder, 'svc.sqlite')
  const open = () => openDatabase({ url: `sqlite:${path}` })
  const database = await open()
  t.teardown(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { sequelize } = database
  await sequelize.query('CREATE TABLE counters (value INTEGER NOT NULL)')
  await sequelize.query('INSERT INTO counters VALUES (0)')
  async function value() {
    const [row] = await sequelize.query<{ value: number }>('SELECT value FROM counters', {
      type: QueryTypes.SELECT,
    })
    return row?.value
  }
  return { sequelize, path, open, value }
}

/** As another process would: the lock is taken past all that we have between us and the driver. */
async function lockedByAnother(path: string): Promise<() => Promise<void>> {
  const other = new sqlite3.Database(path)
  const exec = promisify(other.exec.bind(other)) as (sql: string) => Promise<void>
  await exec('BEGIN IMMEDIATE')
  return async () => {
    await exec('COMMIT')
    await (promisify(other.close.bind(other)) as () => Promise<void>)()
  }
}

test('while another process writes, reads, files and new connections are as free as ever', async (t) => {
  const { sequelize, path, open, value } = await counters(t)
  const release = await lockedByAnother(path)
  let written = 0
  const writes = Array.from({ length: 40 }, async (_, index) => {
    if (index % 2 === 0) await sequelize.query(RAISE)
    else await sequelize.transaction((transaction) => sequelize.query(RAISE, { transaction }))
    written++
  })
  for (let turn = 0; turn < 20; turn++) t.is(await value(), 0)
  await Promise.all(
    Array.from({ length: 8 }, () => readFile(path.replace('.sqlite', '.sqlite-wal'))),
  )
  const second = await open()
  const others = second.sequelize.query(RAISE)
  t.deepEqual(
    await second.sequelize.query('SELECT value FROM counters', { type: QueryTypes.SELECT }),
    [{ value: 0 }],
  )
  t.is(written, 0)
  await release()
  await Promise.all([...writes, others])
  await second.close()
  t.is(await value(), 41)
  t.false(existsSync(`${path}-wanted`), 'nobody waits any more')
})

test('reads do not wait for a transaction of their own process, and its single writes come after it', async (t) => {
  const { sequelize, value } = await counters(t)
  const order: string[] = []
  let single: Promise<unknown> | undefined
  await sequelize.transaction(async (transaction) => {
    await sequelize.query(RAISE, { transaction })
    single = sequelize.query(RAISE).then(() => order.push('single'))
    t.is(await value(), 0)
    t.is(
      (
        await sequelize.query('WITH one AS (SELECT 1) SELECT * FROM one', {
          type: QueryTypes.SELECT,
        })
      ).length,
      1,
    )
    order.push('transaction')
  })
  await single
  t.deepEqual(order, ['transaction', 'single'])
  t.is(await value(), 2)
})

test('the writing connection is opened again when the one before is abandoned', async (t) => {
  const { sequelize, value } = await counters(t)
  let connection: unknown
  await sequelize.transaction(async (transaction) => {
    connection = Reflect.get(transaction, 'connection')
    await sequelize.query(RAISE, { transaction })
  })
  const manager = sequelize.connectionManager as unknown as {
    destroyConnection(connection: unknown): Promise<void>
  }
  await manager.destroyConnection(connection)
  await sequelize.transaction((transaction) => sequelize.query(RAISE, { transaction }))
  t.is(await value(), 2)
})

test('a write that waits too long for its turn fails with a retry, and frees its place in the queue', async (t) => {
  const { take } = turns(1, 1)
  let release = () => {}
  const first = take(() => new Promise<void>((resolve) => (release = resolve)))
  await t.throwsAsync(
    take(() => Promise.resolve()),
    { code: 'service_unavailable' },
  )
  release()
  await first
  t.is(await take(() => Promise.resolve('mine')), 'mine')
})

test('a write yields to a process that has waited long, and only pauses once when there is none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-wanted-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'svc.sqlite')
  const [mine, theirs] = [writeLockRequest(path), writeLockRequest(path)]
  await mine.yieldToWaiter()
  const order: string[] = []
  theirs.request()
  const given = mine.yieldToWaiter().then(() => order.push('mine'))
  order.push('theirs')
  theirs.withdraw()
  await given
  t.deepEqual(order, ['theirs', 'mine'])
  // Somebody who was killed.
  writeFileSync(`${path}-wanted`, '')
  await mine.yieldToWaiter()
  t.false(existsSync(`${path}-wanted`))
})
