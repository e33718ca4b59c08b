/**
 * Many records and a network that is away: it is tried now and then, not once for each of them, and
 * when it is back all of them go at once.
 */
import test from 'ava'
import { doors } from '../../../core/rnds/deliver-outbox.ts'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { type Fate, modelNetwork } from '../../helpers/rnds-model-network.ts'
import { ANYBODY, CPF, openOffice, PRACTITIONER } from '../../helpers/rnds-office.ts'

const RECORDS = 60
const SECOND = 1000
const HOUR = 3600 * SECOND

test('an outage costs a few calls, and its end is felt by all at once', async (t) => {
  let ms = Date.UTC(2026, 2, 13, 18)
  let fate: Fate = 'unsent'
  let calls = 0
  let isHeld = true
  const now = () => new Date(ms)
  const national = modelNetwork({
    nowMs: () => ms,
    fate: () => {
      calls += 1
      return fate
    },
  })
  const store = memorySubmissions(now)
  const { outbox, submit } = openOffice({
    store,
    network: national.network,
    now,
    elapsedMs: () => ms,
    contentOf: (id) => id,
    isHeld: () => isHeld,
  })
  for (let visit = 0; visit < RECORDS; visit++)
    await submit(ANYBODY, `c${visit}`, {
      documentType: 'RAC',
      patient: { cpf: CPF, cns: null },
      practitionerCns: PRACTITIONER,
      cnes: '2337991',
    })
  isHeld = false
  await outbox.start()
  t.teardown(() => outbox.close())

  /** Lets the outbox work through what is due at each step. */
  async function live(forMs: number, stepMs: number) {
    for (const endMs = ms + forMs; ms < endMs; ms += stepMs) {
      outbox.wake()
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  await live(2 * HOUR, 60 * SECOND)
  t.true(calls >= 100, `${calls}: it is tried all the time`)
  t.true(calls <= 4 * 125, `${calls} calls for ${RECORDS} records in two hours`)
  t.true(store.all().every(({ state }) => state === 'pending'))

  fate = 'answered'
  const before = calls
  await live(4 * 60 * SECOND, 10 * SECOND)
  while ((await store.countByState()).pending > 0 && calls < before + 3 * RECORDS)
    await live(SECOND, SECOND)
  t.is((await store.countByState()).accepted, RECORDS)
  t.is(national.documents.length, RECORDS)
})

test('a door closes after several records, and never for one', (t) => {
  let ms = 0
  const { failed, answered, closed, opensInMs } = doors(() => ms)
  for (let attempt = 0; attempt < 20; attempt++) failed('o', 'poison')
  t.deepEqual(closed(), [])
  for (const id of ['a', 'b']) failed('o', id)
  t.deepEqual(closed(), [])
  t.is(opensInMs(), null)
  failed('o', 'c')
  failed('o', 'd')
  failed('other', 'a')
  t.deepEqual(closed(), ['o'])
  t.is(opensInMs(), 5 * SECOND, 'those under way do not make it longer')
  ms += 5 * SECOND
  t.deepEqual(closed(), [])
  failed('o', 'e')
  t.is(opensInMs(), 30 * SECOND, 'one is enough while nothing was answered')
  t.true(answered('o'))
  t.false(answered('o'))
  t.deepEqual(closed(), [])
})
