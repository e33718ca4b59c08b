import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { accessEpoch } from '../../models/access/access-epoch.ts'
import { openDatabase } from '../../models/database/database.ts'
import { testDatabase } from '../helpers/test-database.ts'

test('a read of the epoch that failed is tried anew, and does not lock everybody out', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-epoch-'))
  const url = await testDatabase(t, join(folder, 'svc.sqlite'), true)
  const database = await openDatabase({ url })
  t.teardown(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { readEpoch } = accessEpoch(database.sequelize)
  await t.throwsAsync(readEpoch(), { message: /no such table|does not exist/ })
  await database.migrate()
  t.is(await readEpoch(), 1)
})

test('what somebody else wrote is seen by the next read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-epoch-'))
  const url = await testDatabase(t, join(folder, 'svc.sqlite'))
  const server = await openDatabase({ url })
  const program = await openDatabase({ url })
  t.teardown(async () => {
    await Promise.all([server.close(), program.close()])
    await rm(folder, { recursive: true, force: true })
  })
  const { readEpoch } = accessEpoch(server.sequelize)
  const { change } = accessEpoch(program.sequelize)
  const first = await readEpoch()
  for (let written = 1; written <= 50; written++) {
    await change(async () => {})
    t.is(await readEpoch(), first + written)
    t.is(await readEpoch(), first + written)
  }
})
