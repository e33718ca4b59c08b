import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openDatabase } from '../../models/database.ts'
import { accessEpoch } from '../../models/repositories/access-epoch.ts'
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
