/**
 * A clock that is set under a service: what was put down while it was wrong keeps nothing waiting,
 * and nothing unsealed.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { tokenCodec } from '../../models/access/token-codec.ts'
import { openDatabase } from '../../models/database/database.ts'
import { jobStore } from '../../models/job/job-store.ts'
import { openAuditWorld, someActs } from '../helpers/audit.ts'
import { testDatabase } from '../helpers/test-database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOON = new Date('2026-11-23T12:00:00Z')
const after = (ms: number) => new Date(NOON.getTime() + ms)

for (const [title, wrongMs] of [
  ['three days ahead', 3 * DAY_MS],
  ['a mistyped year ahead', 365 * DAY_MS],
  ['two hours back', -2 * HOUR_MS],
] as const)
  test(`${title} for a while: the days are sealed again, and all is proven`, async (t) => {
    const world = await openAuditWorld(t)
    const audit = await world.open()
    const act = async (at: Date) => {
      world.clock.at = at
      await audit.trail.append(someActs(1)[0]!)
      return audit.sealDays()
    }
    await act(NOON)
    await act(after(wrongMs))
    // Long enough there for a day to be over.
    await act(after(wrongMs + DAY_MS))
    await act(after(HOUR_MS))
    let sealed = 0
    for (let day = 1; day <= 6; day++) sealed += await act(after(day * DAY_MS + HOUR_MS))
    t.true(sealed > 0, 'sealing goes on')
    const report = await world.verify()
    t.deepEqual(report.findings, [])
    t.true(report.sealedDays >= 5, `${report.sealedDays} days`)
    await audit.close()
  })

test('jobs queued under a clock three days ahead run when the clock is right again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-clock-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase({ url: await testDatabase(t, join(folder, 'svc.sqlite')) })
  t.teardown(database.close)
  await database.migrate()
  let at = after(3 * DAY_MS)
  const store = jobStore(database.sequelize, { now: () => at })
  const { consultationId, recordingIds } = await recordings(database.sequelize, 2)
  for (const recordingId of recordingIds)
    await store.ensure({ kind: 'file.read', consultationId, recordingId }, 'queued')
  t.truthy(await store.claim('file.read', 'who died', 60_000))
  at = NOON
  const [one, other] = [
    await store.claim('file.read', 'us', 60_000),
    await store.claim('file.read', 'us', 60_000),
  ]
  t.deepEqual([one?.recordingId, other?.recordingId].sort(), [...recordingIds].sort())
  t.is(await store.claim('file.read', 'us', 60_000), null, 'a lease of now holds')
})

test('a token that was issued far ahead of now is none', (t) => {
  const codec = tokenCodec()
  const key = { id: randomUUID(), secret: Buffer.alloc(32, 3) }
  const issuedAtS = NOON.getTime() / 1000
  const token = codec.sign(
    {
      tokenId: 'a',
      kind: 'session',
      holder: 'page',
      organizationId: 'o',
      keyId: 'k',
      generations: { key: 0, user: 0 },
      doctorId: null,
      patientId: null,
      consultationId: null,
      issuedAtS,
      expiresAtS: issuedAtS + 900,
    },
    key,
  )
  t.is(codec.verify(token, key, issuedAtS - 60).tokenId, 'a', 'nodes differ a little')
  t.throws(() => codec.verify(token, key, issuedAtS - 3 * 86_400), { message: /token/i })
  t.throws(() => codec.verify(token, key, issuedAtS + 901), { message: /expirou/ })
})

type Sequelize = Awaited<ReturnType<typeof openDatabase>>['sequelize']

async function recordings(sequelize: Sequelize, count: number) {
  const [consultationId, organizationId] = [randomUUID(), randomUUID()]
  const at = NOON.toISOString()
  await sequelize.query(
    `INSERT INTO organizations (id, name, status, allowed_origins, enforce_doctor_scope, language, created_at)
     VALUES ('${organizationId}', 'Hospital', 'active', '[]', false, 'pt-BR', '${at}')`,
  )
  await sequelize.query(
    `INSERT INTO consultations (id, organization_id, type, status, consent_status, language, recorded_ms, version, created_at, updated_at)
     VALUES ('${consultationId}', '${organizationId}', 'IN_PERSON', 'open', 'not_recorded', 'pt-BR', 0, 1, '${at}', '${at}')`,
  )
  const recordingIds = Array.from({ length: count }, () => randomUUID())
  for (const id of recordingIds)
    await sequelize.query(
      `INSERT INTO recordings (id, consultation_id, organization_id, source, channels, state, start_ms, started_at, touched_at, announced)
       VALUES ('${id}', '${consultationId}', '${organizationId}', 'live', 1, 'finished', 0, '${at}', '${at}', true)`,
    )
  return { consultationId, recordingIds }
}
