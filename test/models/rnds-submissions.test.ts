/**
 * What `SubmissionStore` promises, of the one on rows and of the one in memory that other tests
 * use.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import type { NewSubmission, SubmissionStore } from '../../core/rnds/ports.ts'
import type { Attempt, Submission } from '../../core/rnds/submission.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { openWorld } from '../helpers/access-world.ts'
import { memorySubmissions } from '../helpers/rnds-memory-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Ground {
  store: SubmissionStore
  now: () => Date
  pass(ms: number): void
  /** A record that can be stored; of one consultation unless another is named. */
  record(parts?: Partial<NewSubmission>): NewSubmission
  /** Of another consultation, and another patient. */
  elsewhere: string
  /** Of another visit of the patient whose records are made. */
  again: string
}

async function onRows(t: ExecutionContext): Promise<Ground> {
  const clock = steppingClock()
  const { database, access, consultations } = await openWorld(t)
  const organization = await access.createOrganization({ name: 'Hospital' })
  const { secret } = await access.createKey({
    organizationId: organization.id,
    kind: 'api_key',
    name: 'EHR',
  })
  const { token } = await access.issueSessionToken(await access.authenticateKey(secret), {})
  const principal = await access.authenticate(token)
  const visit = async (consultationId: string, patientId: string) => {
    const ids = { consultationId, doctorId: 'd', patientId, type: 'IN_PERSON' as const }
    return (await consultations.openByExternalId(principal, ids)).consultation.id
  }
  const keys = new Map<string, Uint8Array>()
  const seal = consultationSeal({
    async keyFor(id) {
      const key = keys.get(id) ?? randomBytes(32)
      keys.set(id, key)
      return key
    },
    findKey: async (id) => keys.get(id) ?? null,
  })
  const store = submissionStore({ sequelize: database.sequelize, seal, now: clock.now })
  return ground(store, clock, organization.id, {
    visit: await visit('c1', 'p1'),
    elsewhere: await visit('c2', 'p2'),
    again: await visit('c3', 'p1'),
  })
}

test('on rows: what is asked all day is answered from indices, however many years of records there are', async (t) => {
  const { database } = await openWorld(t)
  if (database.sequelize.getDialect() !== 'sqlite') return t.pass()
  const asked: string[] = []
  const store = submissionStore({
    sequelize: database.sequelize,
    seal: consultationSeal({ keyFor: async () => randomBytes(32), findKey: async () => null }),
  })
  const { options } = database.sequelize as unknown as { options: { logging: unknown } }
  options.logging = (sql: string) => asked.push(sql.replace(/^Executing \(.*?\): /, ''))
  await store.nextDue()
  await store.nextDueInMs()
  await store.countByState()
  await store.list({ limit: 50 })
  await store.list({ limit: 50, state: 'pending' })
  options.logging = false
  t.is(asked.length, 7)
  for (const sql of asked) {
    const plan = await database.sequelize.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, {
      type: QueryTypes.SELECT,
    })
    const scans = plan.filter(({ detail }) => /^SCAN/.test(detail) && !/USING .*INDEX/.test(detail))
    t.deepEqual(scans, [], sql)
    const sorts = plan.filter(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail))
    t.deepEqual(sorts, [], `all that is due is sorted for one: ${sql}`)
  }
})

async function inMemory(): Promise<Ground> {
  const clock = steppingClock()
  const store = memorySubmissions(clock.now, (id) => (id === 'c2' ? 'p2' : 'p1'))
  return ground(store, clock, 'o', { visit: 'c1', elsewhere: 'c2', again: 'c3' })
}

function steppingClock() {
  let ms = Date.UTC(2026, 2, 16, 12)
  return {
    now: () => new Date(ms),
    pass(by: number) {
      ms += by
    },
  }
}

function ground(
  store: SubmissionStore,
  clock: ReturnType<typeof steppingClock>,
  organizationId: string,
  visits: { visit: string; elsewhere: string; again: string },
): Ground {
  const { visit: consultationId, elsewhere, again } = visits
  const record = (parts: Partial<NewSubmission> = {}): NewSubmission => {
    const at = clock.now()
    return {
      id: `rnds_${randomUUID()}`,
      organizationId,
      consultationId,
      documentType: 'RAC',
      state: 'pending',
      localId: randomUUID(),
      networkId: null,
      replaces: null,
      profiles: null,
      patient: { cpf: '52998224725', cns: null },
      practitionerCns: '700000000000005',
      cnes: '2337991',
      digest: 'd',
      bundle: {
        resourceType: 'Bundle',
        identifier: { system: 's', value: 'v' },
        type: 'document',
        timestamp: at.toISOString(),
        entry: [],
      },
      told: null,
      occupation: null,
      issues: [],
      submittedAt: at,
      updatedAt: at,
      failedAttempts: 0,
      waiting: null,
      dueAt: at,
      waitingToldAt: null,
      answerHeaders: null,
      inDoubtSince: null,
      deletion: null,
      lease: null,
      ...parts,
    }
  }
  return { store, ...clock, record, elsewhere, again }
}

for (const [name, open] of Object.entries({ 'on rows': onRows, 'in memory': inMemory })) {
  const promises = (title: string, run: (t: ExecutionContext, ground: Ground) => Promise<void>) =>
    test(`${name}: ${title}`, async (t) => run(t, await open(t)))

  promises('a record comes back as it was stored', async (t, { store, record }) => {
    const at = new Date(Date.UTC(2026, 2, 16, 11))
    const made = await store.create(
      record({
        replaces: { id: 'rnds_0', networkId: 'n-0' },
        patient: { cpf: '52998224725', cns: '898001160660761' },
        issues: [{ severity: 'error', code: 'ERR793', diagnostics: 'data' }],
        inDoubtSince: at,
        deletion: { practitionerCns: '1', reason: 'motivo', requestedAt: at, inDoubtSince: null },
      }),
      [],
    )
    if (!made) return t.fail()
    t.like(made, { sequence: 1, version: 1 })
    t.deepEqual(await store.find(made.id), made)
    t.deepEqual(await store.listOfConsultation(made.consultationId), [made])
    t.is(await store.find('rnds_none'), null)
  })

  promises(
    'a key is bound with its record or not at all, and its first answer stays',
    async (t, ground) => {
      const { store, record, elsewhere, pass } = ground
      const first = record()
      const { consultationId } = first
      const key = { id: 'a1'.repeat(32), consultationId, request: '{"cnes":null}' }
      t.is(await store.findKey(key), null)
      const made = await store.create(first, [], key)
      if (!made) return t.fail()
      const kept = { request: key.request, submissionId: made.id, answer: null }
      t.deepEqual(await store.findKey(key), kept)
      const other = record({ documentType: 'RPM' })
      t.is(await store.create(other, [], { ...key, request: '{}' }), null, 'the key is taken')
      t.is(await store.find(other.id), null)
      t.is(await store.create(record(), [], { ...key, id: 'b2'.repeat(32) }), null, 'the place is')
      t.is(await store.findKey({ ...key, id: 'b2'.repeat(32) }), null)
      t.false(await store.keepKey(key, made.id))
      t.true(await store.keepKey({ ...key, id: 'c3'.repeat(32) }, made.id))
      t.truthy(await store.create(record({ consultationId: elsewhere }), []))

      const refused = { refused: [{ severity: 'error', code: 'ERR793', diagnostics: 'data' }] }
      const answers = await Promise.all([
        store.answerKey(key, { refused: null }),
        store.answerKey(key, refused),
      ])
      const { answer } = (await store.findKey(key)) ?? {}
      t.truthy(answer)
      for (const one of answers) t.deepEqual(one, answer)
      t.deepEqual(await store.answerKey(key, refused), answer)

      pass(24 * HOUR - 1)
      t.deepEqual(await store.findKey(key), { ...kept, answer })
      pass(1)
      t.is(await store.findKey(key), null)
      t.true(await store.keepKey(key, made.id), 'free again')
      pass(-25 * HOUR)
      t.is(await store.findKey(key), null, 'stored under a clock that was wrong')
    },
  )

  promises('one record of a type is pending at a time, whoever asks', async (t, ground) => {
    const { store, record, elsewhere } = ground
    const made = await Promise.all([store.create(record(), []), store.create(record(), [])])
    t.is(made.filter((one) => one !== null).length, 1)
    t.truthy(await store.create(record({ documentType: 'RPM' }), []), 'another type')
    t.truthy(await store.create(record({ consultationId: elsewhere }), []), 'another consultation')
    const [first] = made.filter((one) => one !== null)
    t.is(await store.create(record(), first ? [first] : []), null, 'seen, but still pending')
  })

  promises('nothing is added to what changed since it was seen', async (t, { store, record }) => {
    const first = await store.create(record({ state: 'accepted', dueAt: null }), [])
    if (!first) return t.fail()
    t.is(await store.create(record(), []), null, 'it was not seen')
    const [changed] = (await store.save([{ ...first, state: 'deleted' }])) ?? []
    t.is(await store.create(record(), [first]), null, 'it was seen as it no longer is')
    const second = changed && (await store.create(record(), [changed]))
    t.is(second?.sequence, 2)
  })

  promises('a save is all or nothing, and only for the version it read', async (t, ground) => {
    const { store, record } = ground
    const one = await store.create(record({ state: 'accepted' }), [])
    const other = await store.create(record({ documentType: 'RPM', state: 'accepted' }), [])
    if (!one || !other) return t.fail()
    const [newer] = (await store.save([{ ...one, networkId: 'n-1' }])) ?? []
    t.like(newer, { networkId: 'n-1', version: one.version + 1 })
    t.is(await store.save([{ ...other, networkId: 'n-2' }, one]), null)
    t.is((await store.find(other.id))?.networkId, null)
    t.deepEqual(await store.find(one.id), newer as Submission)
  })

  promises(
    'an attempt is written with the record, and written over by its end',
    async (t, ground) => {
      const { store, record, now } = ground
      const made = await store.create(record(), [])
      if (!made) return t.fail()
      const attempt: Attempt = {
        id: randomUUID(),
        submissionId: made.id,
        action: 'submit',
        startedAt: now(),
        endedAt: null,
        outcome: null,
        httpStatus: null,
        codes: [],
      }
      const [begun] = (await store.save([made], [attempt])) ?? []
      t.deepEqual(await store.listAttempts(made.id), [attempt])
      const ended: Attempt = {
        ...attempt,
        endedAt: now(),
        outcome: 'rejected',
        httpStatus: 422,
        codes: ['ERR793'],
      }
      await store.save(begun ? [begun] : [], [ended])
      t.deepEqual(await store.listAttempts(made.id), [ended])
      t.is(await store.save([made], [{ ...ended, codes: [] }]), null)
      t.deepEqual(await store.listAttempts(made.id), [ended], 'not without its record')
    },
  )

  promises('a record is held by one, until the time is over', async (t, ground) => {
    const { store, record, pass } = ground
    const made = await store.create(record(), [])
    if (!made) return t.fail()
    const claims = await Promise.all([
      store.claim(made.id, 'a', MINUTE),
      store.claim(made.id, 'b', MINUTE),
    ])
    t.is(claims.filter((one) => one !== null).length, 1)
    t.is(await store.nextDue(), null)
    pass(MINUTE + 1)
    t.is(await store.nextDue(), made.id)
    t.is((await store.claim(made.id, 'c', MINUTE))?.lease?.owner, 'c')
  })

  promises('leases and dates of a clock that was ahead hold nothing back', async (t, ground) => {
    const { store, record, pass } = ground
    const made = await store.create(record(), [])
    if (!made) return t.fail()
    pass(48 * HOUR)
    const held = await store.claim(made.id, 'a', MINUTE)
    pass(-48 * HOUR)
    t.is(await store.nextDue(), made.id)
    const due = new Date(Date.UTC(2027, 0, 1))
    await store.save(held ? [{ ...held, lease: null, dueAt: due }] : [])
    t.is(await store.nextDue(), made.id)
  })

  promises(
    'of one consultation the earlier goes first, also when its fate is open',
    async (t, ground) => {
      const { store, record, now } = ground
      const first = await store.create(record(), [])
      const second = await store.create(record({ documentType: 'RPM' }), [])
      if (!first || !second) return t.fail()
      t.is(await store.claim(second.id, 'a', MINUTE), null)
      const later = new Date(now().getTime() + MINUTE)
      const [waiting] = (await store.save([{ ...first, dueAt: later }])) ?? []
      t.is(await store.nextDue(), null)
      t.is(await store.nextDueInMs(), MINUTE)
      const lost = { state: 'rejected' as const, inDoubtSince: now() }
      const [open] = (await store.save(waiting ? [{ ...waiting, ...lost }] : [])) ?? []
      t.is(await store.nextDue(), null)
      await store.save(open ? [{ ...open, inDoubtSince: null, dueAt: null }] : [])
      t.is(await store.nextDue(), second.id)
    },
  )

  promises(
    'of one patient the earlier visit goes first, unless its record waits for its own fault',
    async (t, ground) => {
      const { store, record, now, pass, again, elsewhere } = ground
      const first = await store.create(record(), [])
      pass(1000)
      const second = await store.create(record({ consultationId: again }), [])
      const other = await store.create(record({ consultationId: elsewhere }), [])
      if (!first || !second || !other) return t.fail()
      const later = new Date(now().getTime() + MINUTE)
      const waiting = { cause: 'network_failing' as const, since: now() }
      const [held] = (await store.save([{ ...first, dueAt: later, waiting }])) ?? []
      t.true(await store.isBehind(second.id))
      t.false(await store.isBehind(other.id))
      t.is(await store.claim(second.id, 'a', MINUTE), null)
      t.is(await store.nextDue(), other.id, 'of another patient')
      await store.save([{ ...other, state: 'accepted', dueAt: null }])
      t.is(await store.nextDue(), null)
      if (!held) return t.fail()
      const own = { cause: 'record_failing' as const, since: now() }
      const [failing] = (await store.save([{ ...held, waiting: own }])) ?? []
      t.is(await store.nextDue(), second.id)
      if (!failing) return t.fail()
      const [back] = (await store.save([{ ...failing, waiting: null }])) ?? []
      t.is(await store.nextDue(), null)
      await store.postpone(back?.id ?? '', HOUR)
      t.is(await store.nextDue(), second.id, 'one that cannot be read holds up nobody')
    },
  )

  promises(
    'a clock that was set back between visits does not let them wait for one another',
    async (t, ground) => {
      const { store, record, pass, again } = ground
      const first = await store.create(record(), [])
      pass(-HOUR)
      const stuck = await store.create(record({ documentType: 'RPM' }), [])
      pass(1000)
      const other = await store.create(record({ consultationId: again }), [])
      if (!first || !stuck || !other) return t.fail()
      pass(2 * HOUR)
      t.false(await store.isBehind(other.id), 'what is before it cannot move itself')
      for (const expected of [other.id, first.id, stuck.id]) {
        const [due] = [await store.nextDue()]
        t.is(due, expected)
        const record = await store.find(expected)
        await store.save(record ? [{ ...record, state: 'accepted', dueAt: null }] : [])
      }
    },
  )

  promises('organizations that cannot be served now are passed over', async (t, ground) => {
    const { store, record, pass } = ground
    const made = await store.create(record(), [])
    if (!made) return t.fail()
    t.is(await store.nextDue([made.organizationId]), null)
    t.is(await store.nextDueInMs([made.organizationId]), null)
    t.is(await store.nextDue([randomUUID()]), made.id)
    const waiting = { cause: 'network_unreachable' as const, since: made.submittedAt }
    const later = new Date(made.submittedAt.getTime() + HOUR)
    await store.save([{ ...made, waiting, dueAt: later }])
    pass(MINUTE)
    await store.bringForward(randomUUID(), ['network_unreachable'])
    await store.bringForward(made.organizationId, ['certificate_refused'])
    t.is(await store.nextDue(), null)
    await store.bringForward(made.organizationId, ['network_unreachable'])
    t.is(await store.nextDue(), made.id)
    const held = await store.claim(made.id, 'a', MINUTE)
    await store.save(held ? [{ ...held, dueAt: new Date(later.getTime() + HOUR) }] : [])
    await store.bringForward(made.organizationId, ['network_unreachable'])
    t.is(await store.nextDue(), null, 'not from under the one who works on it')
  })

  promises('what the network answered is kept with the record', async (t, { store, record }) => {
    const answerHeaders = { location: 'https://network/Bundle/x', date: 'Mon' }
    const made = await store.create(record({ answerHeaders }), [])
    t.deepEqual((await store.find(made?.id ?? ''))?.answerHeaders, answerHeaders)
  })

  promises('leases of those who are gone are taken', async (t, { store, record }) => {
    const made = await store.create(record(), [])
    if (!made) return t.fail()
    await store.claim(made.id, 'gone', MINUTE)
    t.is(await store.releaseLeasesOf((owner) => owner === 'other'), 0)
    t.is(await store.releaseLeasesOf((owner) => owner === 'gone'), 1)
    t.is((await store.find(made.id))?.lease, null)
  })

  promises(
    'what waits may have left an earlier state of the box; what is known stays',
    async (t, ground) => {
      const { store, record, elsewhere, now } = ground
      const before = new Date(now().getTime() - HOUR)
      const waiting = await store.create(record(), [])
      const doubtful = await store.create(
        record({ consultationId: elsewhere, inDoubtSince: before }),
        [],
      )
      const sent = await store.create(record({ documentType: 'RPM', state: 'accepted' }), [])
      if (!waiting || !doubtful || !sent) return t.fail()
      t.is(await store.doubtPending(now()), 1)
      t.deepEqual((await store.find(waiting.id))?.inDoubtSince, now())
      t.is((await store.find(waiting.id))?.version, waiting.version + 1)
      t.deepEqual((await store.find(doubtful.id))?.inDoubtSince, before)
      t.is((await store.find(sent.id))?.inDoubtSince, null)
      t.is(await store.doubtPending(now()), 0)
    },
  )

  promises('what cannot be worked on is looked at later', async (t, { store, record }) => {
    const made = await store.create(record(), [])
    if (!made) return t.fail()
    await store.claim(made.id, 'a', MINUTE)
    await store.postpone(made.id, HOUR)
    t.is(await store.nextDue(), null)
    t.is(await store.nextDueInMs(), HOUR)
  })

  promises('lists are newest first, and counted by state', async (t, { store, record, pass }) => {
    const one = await store.create(record({ state: 'accepted' }), [])
    pass(MINUTE)
    const other = await store.create(record({ documentType: 'RPM' }), [])
    if (!one || !other) return t.fail()
    const ids = async (filter: object) =>
      (await store.list({ limit: 10, ...filter })).map(({ id }) => id)
    t.deepEqual(await ids({}), [other.id, one.id])
    t.deepEqual(await ids({ state: 'accepted' }), [one.id])
    t.deepEqual(await ids({ limit: 1 }), [other.id])
    t.deepEqual(await ids({ consultationId: randomUUID() }), [])
    t.like(await store.countByState(), { pending: 1, accepted: 1, deleted: 0 })
  })
}
