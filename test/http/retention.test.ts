/**
 * What is erased by age, and what never is: on a real database with real files, under holds, work
 * in hand, kills and a wrong clock.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { retentionMetrics } from '../../bin/metrics/retention.ts'
import { AppError } from '../../core/errors.ts'
import { checkRules } from '../../core/retention/rules.ts'
import { manageHolds } from '../../core/vault/hold.ts'
import { holdStore } from '../../models/retention/holds.ts'
import { retentionStore } from '../../models/retention/retention.ts'
import type { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { DAY_MS, HOUR_MS, NOW, retentionWorld } from '../helpers/retention-world.ts'

const { signal } = new AbortController()
const by = { kind: 'administrator', id: 'root' } as const

/** A few random visits, as an independent reading of the rules sees them. */
const take = fc.record({
  job: fc.constantFrom('done', 'done', 'done', 'queued', 'failed', null),
  ageMs: fc.integer({ min: 0, max: 60 * 24 }).map((h) => h * HOUR_MS),
  state: fc.constantFrom('finished', 'finished', 'finished', 'paused'),
  segments: fc.integer({ min: 0, max: 2 }),
})
const visit = fc.record({
  held: fc.boolean(),
  ageMs: fc.integer({ min: 0, max: 200 }).map((d) => d * DAY_MS),
  context: fc.boolean(),
  takes: fc.array(take, { maxLength: 2 }),
  writing: fc.constantFrom(false, false, false, true),
  document: fc.option(
    fc.record({
      ageMs: fc.integer({ min: 0, max: 25 }).map((y) => y * 366 * DAY_MS),
      importedMs: fc.option(fc.integer({ min: 0, max: 90 }).map((d) => d * DAY_MS)),
    }),
  ),
  file: fc.option(fc.integer({ min: 0, max: 200 }).map((d) => d * DAY_MS)),
  record: fc.option(fc.constantFrom('accepted', 'pending')),
})

test('exactly what is over its time goes, whatever the visit: never what is held or what work still needs', async (t) => {
  const world = await retentionWorld(t)
  const { select, folders } = world
  const retention = world.retention()
  const rules = {
    audio: 24 * HOUR_MS,
    transcripts: 30 * DAY_MS,
    files: 60 * DAY_MS,
    contexts: 90 * DAY_MS,
    records: 40 * DAY_MS,
    documents: 20 * 366 * DAY_MS,
    imported: 30 * DAY_MS,
    ehrKeepsChart: true,
  }
  await retention.setRules(world.organizationId, rules, by)
  const visits = fc.sample(visit, { numRuns: 120, seed: 7 })
  const built = []
  for (const one of visits) {
    const id = await world.consultation(one)
    const recordings = []
    for (const taken of one.takes) recordings.push(await world.recording(id, taken))
    const document = one.document && (await world.document(id, one.document))
    if (one.writing) await world.document(id, { status: 'generating' })
    const file = one.file === null ? null : await world.file(id, { ageMs: one.file })
    const record =
      one.record && (await world.submission(id, { ageMs: 50 * DAY_MS, state: one.record }))
    built.push({ one, id, recordings, document, file, record })
  }

  const plan = await retention.plan()
  const report = await retention.run(by, { signal })
  const erasedOf = (lines: typeof report.lines) =>
    Object.fromEntries(lines.map(({ category, erased }) => [category, erased.items > 0]))
  t.deepEqual(
    plan.lines.map(({ category, due }) => [category, due.consultations]),
    report.lines.map(({ category, erased }) => [category, erased.consultations]),
  )
  t.true(Object.values(erasedOf(report.lines)).every(Boolean), 'each kind had something to erase')

  const gone = new Set(
    (
      await select<{ id: string }>('SELECT id FROM recordings WHERE sound_erased_at IS NOT NULL')
    ).map(({ id }) => id),
  )
  for (const { one, id, recordings, document, file, record } of built) {
    const open = one.takes.some(({ state }) => state !== 'finished')
    const unfinal = one.takes.some(({ job }) => job !== 'done')
    const newest = Math.min(...one.takes.map(({ ageMs }) => ageMs))
    const idle = !one.held && !open
    const told = `${JSON.stringify(one)}`

    const soundGoes = idle && !unfinal && newest > 24 * HOUR_MS
    for (const recording of recordings) {
      t.is(gone.has(recording), soundGoes, told)
      t.is(existsSync(join(folders.audio, id, recording)), !soundGoes, told)
    }
    const [{ n }] = (await select(
      'SELECT COUNT(*) AS n FROM segments WHERE consultation_id = :id',
      {
        id,
      },
    )) as [{ n: number }]
    // Sound whose own text is not there yet keeps every text of the visit.
    const wordsGo = idle && (!unfinal || recordings.length === 0) && !one.writing
    const had = one.takes.reduce((sum, { segments }) => sum + segments, 0)
    t.is(n, wordsGo && newest > 30 * DAY_MS ? 0 : had, told)

    const fileGoes = idle && !one.writing && one.file !== null && one.file > 60 * DAY_MS
    if (file) t.is(existsSync(join(folders.files, id, file)), !fileGoes, told)

    const documentGoes =
      !one.held &&
      !one.writing &&
      one.record !== 'pending' &&
      one.document !== null &&
      (one.document.ageMs > 20 * 366 * DAY_MS || (one.document.importedMs ?? 0) > 30 * DAY_MS)
    if (document) {
      const [row] = await select<{ status: string }>(
        'SELECT status FROM documents WHERE id = :document',
        {
          document,
        },
      )
      t.is(row?.status, documentGoes ? 'purged' : 'reviewed', told)
    }
    const [row] = await select<{ sealed_context: unknown }>(
      'SELECT sealed_context FROM consultations WHERE id = :id',
      { id },
    )
    const contextGoes = idle && !one.writing && one.ageMs > 90 * DAY_MS
    t.is(row?.sealed_context === null, contextGoes || !one.context, told)
    if (record) {
      const [{ length }] = (await select(
        'SELECT LENGTH(sealed_body) AS length FROM rnds_submissions WHERE id = :record',
        { record },
      )) as [{ length: number }]
      t.is(length === 0, !one.held && one.record === 'accepted', told)
    }
  }

  // The deletion log says the same, and a second run finds nothing.
  const log = await select<{ facts: string }>(
    "SELECT facts FROM audit_entries WHERE action = 'retention.applied'",
  )
  for (const { category, erased } of report.lines)
    t.is(
      log.map(({ facts }) => JSON.parse(facts)).filter((one) => one.category === category).length,
      erased.consultations,
      category,
    )
  t.true((await retention.plan()).lines.every(({ due }) => due.items === 0))
  const [pages] = await select<{ freelist_count: number }>('PRAGMA freelist_count')
  t.is(pages?.freelist_count, 0, 'what was freed was given back')
  const verdict = await (await world.audit.examine()).verify(() => {})
  t.deepEqual(verdict.findings, [])
})

test('a hold that is placed while a run is under way wins, or comes too late: never in between', async (t) => {
  const { sequelize, consultation, recording, organizationId, folders, audit, select } =
    await retentionWorld(t)
  let ids: string[] = []
  for (let n = 0; n < 30; n++) {
    const id = await consultation({ ageMs: 9 * DAY_MS })
    await recording(id, { job: 'done', ageMs: 9 * DAY_MS, segments: 1 })
    ids = [...ids, id]
  }
  const store = retentionStore({
    sequelize,
    audioDir: folders.audio,
    filesDir: folders.files,
    now: () => NOW,
    async recordWithin(transaction, act) {
      // With what it goes with: no hold is there, and none can come before it is over.
      const [rows] = await sequelize.query(
        `SELECT held_at FROM consultations WHERE id = '${act.subject?.id}'`,
        { transaction },
      )
      t.deepEqual(rows, [{ held_at: null }])
      await new Promise((resolve) => setTimeout(resolve, 2))
      await audit.within(transaction, act)
    },
  })
  const seal = { seal: async () => Buffer.of(1), open: async () => '["",""]' }
  const holds = manageHolds({
    store: holdStore(sequelize, seal as unknown as ReturnType<typeof consultationSeal>),
    trail: audit.trail,
    now: () => NOW,
  })
  const erasing = { organizationId, category: 'audio', until: NOW, importedUntil: null } as const
  const outcomes = await Promise.all(
    ids.flatMap((consultationId, n) => {
      const erase = async () => store.erase({ ...erasing, consultationId, rule: '24h', runId: 'r' })
      const hold = async () => void (await holds.place(consultationId, { by: 'root', reason: 'x' }))
      // A third in this order, a third in the other, and a third as it comes.
      if (n % 3 === 0) return [hold().then(erase)]
      if (n % 3 === 1) return [erase().then((gone) => hold().then(() => gone))]
      return [erase(), hold()]
    }),
  )
  const erased = outcomes.filter((one) => one !== null && one !== undefined).length
  const [{ n }] = (await select(
    'SELECT COUNT(*) AS n FROM recordings WHERE sound_erased_at IS NOT NULL',
  )) as [{ n: number }]
  t.is(n, erased)
  t.true(erased >= 10 && erased <= 20, `${erased} of ${ids.length} were first`)
})

test('files that a crash left go at the next look, and nothing else', async (t) => {
  const world = await retentionWorld(t)
  const { folders } = world
  const [old, young] = [await world.consultation(), await world.consultation()]
  await world.recording(old, { job: 'done', ageMs: 9 * DAY_MS })
  await world.recording(young, { job: 'done', ageMs: HOUR_MS })
  const file = await world.file(old, { ageMs: 200 * DAY_MS })
  const kept = await world.file(old)
  const store = retentionStore({
    sequelize: world.sequelize,
    audioDir: folders.audio,
    filesDir: folders.files,
    recordWithin: world.audit.within,
    now: () => NOW,
  })
  const erase = (category: 'audio' | 'files', ageMs: number) =>
    store.erase({
      organizationId: world.organizationId,
      consultationId: old,
      category,
      rule: 'x',
      until: new Date(NOW.getTime() - ageMs),
      importedUntil: null,
      runId: 'r',
    })
  t.deepEqual(await erase('audio', DAY_MS), { items: 1, bytes: 100 })
  t.deepEqual(await erase('files', 90 * DAY_MS), { items: 1, bytes: 100 })
  // Here it died. Rows are gone, files lie there; whoever looks next finishes it.
  t.is(readdirSync(join(folders.audio, old)).length, 1)
  t.true(existsSync(join(folders.files, old, file)))
  await world.retention().tick(signal)
  t.deepEqual(readdirSync(join(folders.audio, old)), [])
  t.deepEqual(readdirSync(join(folders.files, old)), [kept])
  t.is(readdirSync(join(folders.audio, young)).length, 1)
  t.is(await store.removeLeftovers(), 0)
})

test('two nodes never do the same work, and a clock that jumps erases nothing for a day', async (t) => {
  const world = await retentionWorld(t)
  const { clock, select } = world
  for (let n = 0; n < 8; n++)
    await world.recording(await world.consultation(), { job: 'done', ageMs: HOUR_MS })
  const [one, other] = [world.retention(), world.retention()]
  t.is((await one.tick(signal))?.lines.length, 6, 'the first look goes through everything')
  t.deepEqual(
    (await one.tick(signal))?.lines.map(({ category }) => category),
    ['audio'],
  )

  const erased = async () =>
    (await select('SELECT id FROM recordings WHERE sound_erased_at IS NOT NULL')).length
  clock.now = new Date('2036-10-15T12:00:00Z')
  t.is(await one.tick(signal), null)
  clock.now = new Date(clock.now.getTime() + 23 * HOUR_MS)
  t.is(await other.tick(signal), null)
  clock.now = new Date(NOW.getTime() + HOUR_MS)
  t.is(await one.tick(signal), null, 'set back: a jump again')
  t.is(await erased(), 0)
  clock.now = new Date(NOW.getTime() + 26 * HOUR_MS)
  const reports = await Promise.all([one.tick(signal), other.tick(signal)])
  t.is(await erased(), 8)
  t.is(
    reports.reduce((sum, report) => sum + (report?.lines[0]?.erased.items ?? 0), 0),
    8,
    'each once',
  )
})

test('by hand a clock that jumped is refused, unless somebody says that it is right', async (t) => {
  const world = await retentionWorld(t)
  const { clock, select } = world
  const erased = async () =>
    (await select('SELECT id FROM recordings WHERE sound_erased_at IS NOT NULL')).length
  const retention = world.retention()
  const by = { kind: 'administrator', id: 'root' } as const
  t.true((await retention.run(by, { signal })).complete, 'no service ever looked at the clock')
  await world.recording(await world.consultation(), { job: 'done', ageMs: 9 * DAY_MS })
  await retention.tick(signal)
  const kept = await erased()
  t.is(kept, 1)
  await world.recording(await world.consultation(), { job: 'done', ageMs: HOUR_MS })

  clock.now = new Date(NOW.getTime() + 100 * DAY_MS)
  for (const before of ['the service looked', 'after it looked']) {
    const refused = await t.throwsAsync(retention.run(by, { signal }), { instanceOf: AppError })
    t.is(refused?.code, 'retention_clock_jumped', before)
    t.regex(refused?.message ?? '', /2027-\d\d-\d\dT/)
    t.is(await erased(), kept)
    await retention.tick(signal)
  }
  t.true((await retention.run(by, { signal, trustsClock: true })).complete)
  t.is(await erased(), kept + 1)
})

test('a clock that is set three days ahead under the service erases nothing, and set right again goes on after a day', async (t) => {
  const world = await retentionWorld(t)
  const { clock, select } = world
  await world.recording(await world.consultation(), { job: 'done', ageMs: HOUR_MS })
  const retention = world.retention()
  const goes = (toMs: number, elapsedMs: number) => {
    Object.assign(clock, {
      now: new Date(NOW.getTime() + toMs),
      elapsedMs: NOW.getTime() + elapsedMs,
    })
    return retention.tick(signal)
  }
  const erased = () => select('SELECT id FROM recordings WHERE sound_erased_at IS NOT NULL')
  t.truthy(await goes(60_000, 60_000))
  t.is(await goes(3 * DAY_MS, 120_000), null)
  t.is(await goes(3 * DAY_MS + HOUR_MS, HOUR_MS), null)
  t.is(await goes(2 * HOUR_MS, 2 * HOUR_MS), null)
  t.is((await erased()).length, 0)
  t.truthy(await goes(27 * HOUR_MS, 27 * HOUR_MS))
  t.is((await erased()).length, 1)
})

test('rules that the law or the promise forbids are refused, naming each', (t) => {
  const good = {
    audio: 0,
    transcripts: DAY_MS,
    files: null,
    contexts: null,
    records: null,
    documents: null,
    imported: null,
    legalDuty: 20 * 366 * DAY_MS,
    ehrKeepsChart: false,
  }
  t.deepEqual(checkRules(good), good)
  const refused = (changes: Partial<typeof good> | object) =>
    t.throws(() => checkRules({ ...good, ...changes }), { code: 'retention_refused' })?.message ??
    ''
  t.regex(refused({ audio: 31 * DAY_MS }), /audio must be at most 30d/)
  t.regex(refused({ audio: null }), /audio must be at most 30d/)
  t.regex(refused({ transcripts: HOUR_MS }), /transcripts must be at least 24h/)
  t.regex(refused({ documents: 366 * DAY_MS }), /documents is shorter than the legal duty, 20y/)
  t.regex(refused({ documents: 366 * DAY_MS, legalDuty: null }), /legal duty, keep/)
  t.regex(refused({ imported: 30 * DAY_MS }), /imported needs the statement/)
  t.is(checkRules({ ...good, imported: 30 * DAY_MS, ehrKeepsChart: true }).imported, 30 * DAY_MS)
})

test('/metrics reports overdue erasures by kind and age, in agreement with the files on the disk', async (t) => {
  const world = await retentionWorld(t)
  const { folders, clock } = world
  const retention = world.retention()
  await retention.setRules(
    world.organizationId,
    { imported: 30 * DAY_MS, ehrKeepsChart: true, files: 60 * DAY_MS },
    by,
  )
  const registry = new Registry()
  let asked = 0
  retentionMetrics({
    registry,
    now: () => clock.now,
    overdue: () => {
      asked++
      return retention.overdue()
    },
  })
  const read = async () => {
    const text = await registry.metrics()
    return (name: string, kind: string) =>
      Number(new RegExp(`^svc_retention_${name}\\{kind="${kind}"\\} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const ages = [25 * HOUR_MS, 80 * HOUR_MS, 3 * HOUR_MS]
  for (const ageMs of ages) {
    const id = await world.consultation({ ageMs })
    await world.recording(id, { job: 'done', ageMs })
  }
  const held = await world.consultation({ held: true })
  await world.recording(held, { job: 'done', ageMs: 90 * HOUR_MS })
  const old = await world.consultation()
  await world.file(old, { ageMs: 63 * DAY_MS })
  await world.document(old, { ageMs: 60 * DAY_MS, importedMs: 37 * DAY_MS })

  const before = await read()
  const sounds = () =>
    readdirSync(folders.audio).flatMap((id) => readdirSync(join(folders.audio, id)))
  t.is(sounds().length, 4)
  t.is(before('overdue', 'audio'), 2)
  t.is(before('oldest_overdue_seconds', 'audio'), (56 * HOUR_MS) / 1000)
  t.is(before('held', 'audio'), 1)
  t.is(before('overdue', 'files'), 1)
  t.is(before('oldest_overdue_seconds', 'files'), (3 * DAY_MS) / 1000)
  t.is(before('oldest_overdue_seconds', 'documents'), (7 * DAY_MS) / 1000)
  t.is(before('overdue', 'transcripts'), 0)
  await registry.metrics()
  t.is(asked, 1, 'it is not counted anew at each reading')

  await retention.run(by, { signal })
  clock.now = new Date(NOW.getTime() + 6 * 60_000)
  const after = await read()
  t.is(sounds().length, 2, 'the young one and the held one')
  for (const kind of ['audio', 'files', 'documents']) {
    t.is(after('overdue', kind), 0)
    t.is(after('oldest_overdue_seconds', kind), 0)
  }
  t.is(after('held', 'audio'), 1)
})
