/**
 * What the session-token bench asks, each in a process of its own: `hello`, a bare Koa that answers
 * a few bytes, or `service`, our application with all that surrounds the endpoint: key lookup over
 * a real database, limits (counted, but never reached), signature, headers, metrics, the audit, and
 * a log line per request that is really written. Tells its port and, for `service`, its keys to the
 * parent, and its processor time whenever asked.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Koa from 'koa'
import { destination } from 'pino'
import { createApp } from '../../api/app.ts'
import { jsonLog } from '../../bin/log.ts'
import { refusals } from '../../core/audit/refusals.ts'
import { openAudit } from '../../models/audit/audit.ts'
import { openWorld } from '../helpers/access-world.ts'
import { TEST_SEALER } from '../helpers/audit.ts'
import { factories } from '../helpers/factories.ts'
import { teardowns } from './figures.ts'

const KEYS = 20
const after = teardowns()
const { app, keys } = process.argv[2] === 'hello' ? hello() : await service()
const server = createServer(app.callback())
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port, keys }),
)
process.on('message', (message) => {
  if (message === 'usage') process.send?.(process.cpuUsage())
})
process.on('disconnect', async () => {
  server.closeAllConnections()
  await after.run()
  process.exit(0)
})

function hello() {
  const app = new Koa()
  app.use((ctx) => {
    ctx.body = 'Hello World'
  })
  return { app, keys: [] as string[] }
}

async function service() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  after.teardown(() => rm(folder, { recursive: true, force: true }))
  // Each line written before the next thing happens, as to standard output.
  const log = jsonLog('info', destination({ dest: join(folder, 'log.ndjson'), sync: true }))
  const world = await openWorld(after, { log })
  const { buildApiKey } = factories(world)
  const keys: string[] = []
  for (let made = 0; made < KEYS; made++) keys.push((await buildApiKey()).secret)

  const endless = (name: 'second' | 'minute' | 'hour', windowS: number) => ({
    name,
    quota: Number.MAX_SAFE_INTEGER,
    windowS,
  })
  const audit = await openAudit({
    sequelize: world.database.sequelize,
    sealer: TEST_SEALER,
    log,
    now: world.now,
    newId: world.newId,
    version: 'bench',
    folder: join(folder, 'audit'),
    sealsFolder: join(folder, 'audit', 'seals'),
    spoolFolder: join(folder, 'audit', 'spool'),
  })
  after.teardown(audit.close)
  const { trail } = audit
  const app = createApp({
    ...world,
    audit: {
      trail,
      refusals: refusals(trail, () => () => {}),
      locate: async () => null,
    },
    limits: {
      token: [endless('second', 1), endless('hour', 3600)],
      organization: [endless('second', 1), endless('hour', 3600)],
      audio: [endless('second', 1)],
      key: [endless('minute', 60)],
      doctorTokens: [endless('hour', 3600)],
      failedKeys: [endless('minute', 60)],
      failedUploads: [endless('minute', 60)],
    },
    speechStatus: () => ({ state: 'ready', engine: null, model: null, message: null }),
    generatorStatus: () => ({ kind: 'rules', model: null }),
    recordingLimits: { warnAfter: 7_200_000, pauseAfter: 10_800_000 },
    apiRouters: [],
    pageRouters: [],
    readiness: [],
    version: 'bench',
    publicUrl: 'http://127.0.0.1',
  })
  return { app, keys }
}
