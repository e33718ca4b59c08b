/**
 * A process that writes the trail until it is stopped; prints the subject of each act once it was
 * told that it is kept.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { silentLog } from '../../core/log.ts'
import { openAudit } from '../../models/audit/audit.ts'
import { openDatabase } from '../../models/database/database.ts'
import { someActs, TEST_SEALER } from './audit.ts'

const dataDir = process.argv[2] as string
const folder = join(dataDir, 'audit')
const database = await openDatabase({ url: process.argv[3] as string })
const audit = await openAudit({
  sequelize: database.sequelize,
  sealer: TEST_SEALER,
  folder,
  sealsFolder: join(folder, 'seals'),
  spoolFolder: join(folder, 'spool'),
  now: () => new Date(),
  newId: randomUUID,
  version: 'test',
  log: silentLog,
})
let isOver = false
process.once('SIGTERM', () => {
  isOver = true
})
while (!isOver) {
  const [noted, ...appended] = someActs(4)
  await audit.trail.note(noted!)
  process.stdout.write(`${noted?.subject?.id}\n`)
  await Promise.all(
    appended.map(async (act) => {
      await audit.trail.append(act)
      process.stdout.write(`${act.subject?.id}\n`)
    }),
  )
}
await audit.close()
await database.close()
