/** `/readyz`'s look at the database: read only, a damaged page, a file that is none any more. */
import { chmodSync, closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { lookForDamage } from '../../bin/compose/look-for-damage.ts'
import { type LogFields, silentLog } from '../../core/log.ts'
import { openDatabase } from '../../models/database/database.ts'
import { databaseReadiness } from '../../models/database/readiness.ts'
import { placeReadySchema } from '../helpers/ready-schema.ts'
import { temporaryFolder } from '../helpers/speech.ts'

const ROWS = 400

async function filled(t: ExecutionContext) {
  const path = join(temporaryFolder(t), 'svc.sqlite')
  await placeReadySchema(path)
  const url = `sqlite:${path}`
  const before = await openDatabase({ url })
  await before.sequelize.query('CREATE TABLE filling (id INTEGER PRIMARY KEY, words TEXT)')
  await before.sequelize.query(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
     INSERT INTO filling SELECT i, hex(randomblob(500)) FROM n`,
  )
  await before.close()
  const errors: { event: string; fields: LogFields }[] = []
  const error = (event: string, fields: LogFields = {}) => void errors.push({ event, fields })
  const log = { ...silentLog, error }
  async function open() {
    const database = await openDatabase({ url })
    t.teardown(() => database.close().catch(() => {}))
    const [check] = databaseReadiness(database)
    const isReady = async () => (await check!.isReady().catch(() => false)) === true
    return { ...database, isReady }
  }
  return { path, log, errors, open }
}

/** Whole pages in the middle of the file, which the filling's rows lie in. */
function damage(path: string): void {
  const { size } = statSync(path)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(64 * 1024, 0xa5), 0, 64 * 1024, size - 128 * 1024)
  closeSync(file)
}

test('a whole database is ready, and the look finds nothing', async (t) => {
  const { log, errors, open } = await filled(t)
  const database = await open()
  const stop = await lookForDamage(database, log)
  t.true(await database.isReady())
  await stop()
  t.deepEqual(errors, [])
})

test('a damaged page is found by the look at the start, and nothing is ready', async (t) => {
  const { path, log, errors, open } = await filled(t)
  damage(path)
  const database = await open()
  t.true(await database.isReady(), 'nobody has met it yet')
  const stop = await lookForDamage(database, log)
  t.false(await database.isReady())
  await stop()
  t.deepEqual(
    errors.map(({ event }) => event),
    ['database.damaged'],
  )
})

test('a query that meets a damaged page says so, and nothing is ready from then on', async (t) => {
  const { path, open } = await filled(t)
  damage(path)
  const { sequelize, isReady } = await open()
  await t.throwsAsync(
    sequelize.query('SELECT sum(length(words)) FROM filling', { type: QueryTypes.SELECT }),
    { code: 'database_damaged' },
  )
  t.false(await isReady())
})

test('a file that may not be written is not ready', async (t) => {
  if (process.getuid?.() === 0) return t.pass('the superuser may write everywhere')
  const { path, open } = await filled(t)
  const { isReady } = await open()
  chmodSync(path, 0o400)
  t.false(await isReady())
})
