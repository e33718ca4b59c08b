/**
 * The chain of the audit on a real database: what is done to it behind the program's back is found.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { composeAdminAudit } from '../../bin/compose/audit.ts'
import { silentLog } from '../../core/log.ts'
import { NO_PROCESS } from '../../models/audit/spool.ts'
import { alterations, openAuditWorld, someActs, TEST_SEALER } from '../helpers/audit.ts'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'

test('an act is in the chain when append answers, and nothing of it can be changed', async (t) => {
  const world = await openAuditWorld(t)
  const { trail } = await world.open()
  await Promise.all(someActs(30).map((act) => trail.append(act)))
  // The head is written in the background; without one the chain looks as if it had been cut.
  while (!existsSync(join(world.folder, 'head.json'))) await sleep(5)
  const report = await world.verify()
  t.is(report.entries, 31)
  t.deepEqual(report.findings, [])
  for (const sql of ["UPDATE audit_entries SET outcome = 'x'", 'DELETE FROM audit_entries'])
    await t.throwsAsync(world.sequelize.query(sql))
})

test('ids of entries follow the time, so that a long audit costs an act no more than a short one', async (t) => {
  const world = await openAuditWorld(t)
  const { trail } = await world.open()
  const first = Date.parse('2026-11-20T12:00:00Z')
  for (const second of [0, 1, 2, 3, 4]) {
    world.clock.at = new Date(first + 1000 * second)
    await Promise.all(someActs(4).map((act) => trail.append(act)))
  }
  const { reader } = await world.examine()
  const ids = (await reader.newest({}, 20)).map(({ id }) => id)
  t.is(new Set(ids).size, 20)
  for (const id of ids) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  t.deepEqual(
    times,
    Array.from(ids, (_, index) => first + 1000 * Math.floor(index / 4)),
  )
})

test('patients are pseudonyms, professionals are sealed, and both are found again by their id', async (t) => {
  const world = await openAuditWorld(t)
  const { trail } = await world.open()
  const [act] = someActs(1)
  const organizationId = randomUUID()
  const whose = { organizationId, patientId: 'prontuario-4711', personId: 'dra.ana@hospital' }
  await trail.append({ ...act!, ...whose })
  await trail.append({ ...act!, ...whose, organizationId: randomUUID() })
  const { reader } = await world.examine()
  const patient = { organizationId, patientId: whose.patientId }
  const [found, ...others] = await reader.newest({ patient }, 10)
  t.is(others.length, 0)
  t.is(reader.personOf(found!), whose.personId)
  t.is((await reader.newest({ personId: whose.personId }, 10)).length, 2)
  const bytes = await bytesAtRest(world.sequelize, world.dataDir)
  for (const word of [whose.patientId, whose.personId]) t.false(bytes.includes(word))
})

test('each day is sealed in a file, linked to the day before and recorded in the chain', async (t) => {
  const world = await openAuditWorld(t)
  world.clock.at = new Date('2026-11-20T00:00:00Z')
  const audit = await world.open()
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-23']) {
    world.clock.at = new Date(`${day}T12:00:00Z`)
    await Promise.all(someActs(5).map((act) => audit.trail.append(act)))
    await audit.sealDays()
  }
  t.deepEqual(await readdir(world.sealsFolder), ['2026-11-20.json', '2026-11-21.json'])
  const report = await world.verify()
  t.deepEqual(report.findings, [])
  t.is(report.sealedDays, 2)
  t.is(await audit.sealDays(), 0)

  await rm(join(world.sealsFolder, '2026-11-20.json'))
  t.deepEqual((await world.verify()).findings, [
    { kind: 'seal_missing', sequence: null, day: '2026-11-20' },
  ])
  await audit.sealDays()
  t.deepEqual((await world.verify()).findings, [])
})

test('two that seal the same midnight at once make one seal, while both go on writing', async (t) => {
  const world = await openAuditWorld(t)
  world.clock.at = new Date('2026-11-20T23:59:59.900Z')
  const both = [await world.open(), await world.open()]
  const write = () =>
    Promise.all(both.flatMap(({ trail }) => someActs(5).map((act) => trail.append(act))))
  await write()
  const writing = write()
  world.clock.at = new Date('2026-11-21T00:00:00.100Z')
  const sealed = await Promise.all(both.flatMap((one) => [one.sealDays(), one.sealDays(), write()]))
  await writing
  t.is(sealed.filter((count) => count === 1).length, 1)
  t.deepEqual(await readdir(world.sealsFolder), ['2026-11-20.json'])
  for (const one of both) await one.close()
  const report = await world.verify()
  t.deepEqual(report.findings, [])
  t.is(report.sealedDays, 1)
})

test('every random alteration is found, with a number no later than what was touched', async (t) => {
  const world = await openAuditWorld(t)
  const missed: string[] = []
  for (const { name, touched, report } of await alterations(world, 200, 1)) {
    const isFound = report.findings.length > 0
    const first = report.firstBadSequence
    const isEarly = touched === null || (first !== null && first <= touched)
    if (!isFound || !isEarly) missed.push(`${name} at ${touched}: ${first}`)
  }
  t.deepEqual(missed, [])
})

test('a chain cut while nobody looked is on record for good', async (t) => {
  const world = await openAuditWorld(t)
  const audit = await world.open()
  await Promise.all(someActs(10).map((act) => audit.trail.append(act)))
  await audit.close()
  await world.unguard()
  await world.sequelize.query('DELETE FROM audit_entries WHERE sequence > 6')
  t.is((await world.verify()).firstBadSequence, 7)
  const again = await world.open()
  await Promise.all(someActs(10).map((act) => again.trail.append(act)))
  await again.close()
  await world.guard()
  const report = await world.verify()
  t.deepEqual(
    report.findings.map(({ kind, sequence }) => [kind, sequence]),
    [['break_on_record', 7]],
  )
})

test('two processes append at once and one is killed: no gap, no fork, nothing acknowledged is lost', async (t) => {
  const world = await openAuditWorld(t)
  await (await world.open()).close()
  const writers = [world.spawnWriter(), world.spawnWriter()]
  for (const { child, lines } of writers)
    while (lines.length < 40 && child.exitCode === null) await sleep(20)
  const [killed, stopped] = writers
  killed!.child.kill('SIGKILL')
  t.is(await killed!.ended, null)
  await sleep(100)
  stopped!.child.kill('SIGTERM')
  t.is(await stopped!.ended, 0)
  // What the killed one had only noted is taken up by the next.
  await (await world.open()).close()
  const report = await world.verify()
  t.deepEqual(report.findings, [])
  const ids = new Set(await world.subjects())
  const acknowledged = writers.flatMap(({ lines }) => lines)
  t.true(acknowledged.length >= 80)
  t.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  )
})

test('a day that is not over is not sealed, and a head that was lost is a finding until somebody goes on', async (t) => {
  const world = await openAuditWorld(t)
  const audit = await world.open()
  await Promise.all(someActs(5).map((act) => audit.trail.append(act)))
  t.is(await audit.sealDays(), 0)
  await audit.close()
  await rm(join(world.folder, 'head.json'))
  t.deepEqual(
    (await world.verify()).findings.map(({ kind }) => kind),
    ['head_missing'],
  )
  await (await world.open()).close()
  const report = await world.verify()
  t.deepEqual(report.findings, [])
  t.is(report.resumed, 1)
})

test('an act of svcctl that could not enter the chain is kept, and the running server adds it once', async (t) => {
  const world = await openAuditWorld(t)
  const { sequelize, dataDir, folder } = world
  const server = await world.open()
  const before = await readdir(join(folder, 'spool'))
  const admin = composeAdminAudit({
    sequelize,
    config: { dataDir },
    sealer: TEST_SEALER,
    log: silentLog,
    platform: { now: () => new Date(), newId: randomUUID, version: 'test' },
  })
  await admin.ready()
  await sequelize.query('ALTER TABLE audit_entries RENAME TO away')
  await admin.record({ action: 'setting.changed', outcome: 'success', facts: { key: 'port' } })
  await admin.close()
  await sequelize.query('ALTER TABLE away RENAME TO audit_entries')
  // Its program has ended: what it left belongs to nobody.
  const spool = join(folder, 'spool')
  const left = (await readdir(spool)).filter((name) => !before.includes(name))
  t.is(left.length, 1)
  for (const name of left)
    await rename(join(spool, name), join(spool, name.replace(/^\d+/, String(NO_PROCESS))))
  const acts = async () =>
    (await sequelize.query("SELECT id FROM audit_entries WHERE action = 'setting.changed'"))[0]
  t.is((await acts()).length, 0)
  await server.sealDays()
  t.is((await acts()).length, 1)
  t.false((await readdir(spool)).some((name) => name.startsWith(String(NO_PROCESS))))
  await server.close()
  t.deepEqual((await world.verify()).findings, [])
})
