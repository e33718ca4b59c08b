/**
 * Three days without the network, whatever stands in the way, and then it is back: nothing was
 * refused for the time that passed, everything said what it waited for, all is delivered once, and
 * in order within its visit.
 */
import test from 'ava'
import fc from 'fast-check'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { type Fate, modelNetwork } from '../../helpers/rnds-model-network.ts'
import { ANYBODY, CPF, openOffice, PRACTITIONER } from '../../helpers/rnds-office.ts'
import { runs } from '../../helpers/runs.ts'

const RUNS = runs(100)
const HOUR = 3_600_000
const OUTAGE = 72 * HOUR

/** None of them lets a record be seen to arrive. */
const fates = fc.array(
  fc.constantFrom<Fate>('unsent', 'unsent', 'request-lost', 'answer-lost', 'another-day'),
  { minLength: 1, maxLength: 9 },
)
const visits = fc.array(
  fc.record({
    /** When its doctor sends it, within the outage. */
    atMs: fc.nat(OUTAGE - HOUR),
    types: fc.constantFrom(['RAC'], ['RAC', 'RPM'], ['RPM', 'RAC']) as fc.Arbitrary<
      ('RAC' | 'RPM')[]
    >,
  }),
  { minLength: 1, maxLength: 8 },
)

test(`${RUNS} outages of 72 hours end with everything delivered once, in order`, async (t) => {
  await fc.assert(
    fc.asyncProperty(visits, fates, async (sent, ways) => {
      const startMs = Date.UTC(2026, 2, 13, 18)
      let ms = startMs
      let isOut = true
      let turn = 0
      const now = () => new Date(ms)
      const national = modelNetwork({
        nowMs: () => ms,
        fate: (call) => {
          if (!isOut) return 'answered'
          return call === 'look' ? 'unsent' : (ways[turn++ % ways.length] ?? 'unsent')
        },
      })
      const store = memorySubmissions(now)
      const office = openOffice({
        store,
        network: national.network,
        now,
        elapsedMs: () => ms,
        contentOf: (id) => id,
      })
      /** Everything that becomes due until then, at its own time. */
      async function liveUntil(endMs: number) {
        for (;;) {
          await office.work()
          const waitMs = await store.nextDueInMs()
          if (waitMs === null || ms + waitMs >= endMs) break
          ms += Math.max(1, waitMs)
        }
        ms = endMs
      }

      const inTime = [...sent].sort((one, other) => one.atMs - other.atMs)
      for (const [index, { atMs, types }] of inTime.entries()) {
        await liveUntil(Math.max(ms, startMs + atMs))
        for (const documentType of types)
          await office.submit(ANYBODY, `c${index}`, {
            documentType,
            patient: { cpf: CPF, cns: null },
            practitionerCns: PRACTITIONER,
            cnes: '2337991',
          })
      }
      await liveUntil(startMs + OUTAGE)
      for (const { id, state, waiting, dueAt } of store.all()) {
        if (state !== 'pending') throw new Error(`${id} is ${state} in the outage`)
        const attempts = await store.listAttempts(id)
        if (attempts.length > 0 && !waiting) throw new Error(`${id} does not say why it waits`)
        if (!dueAt || dueAt.getTime() > ms + HOUR) throw new Error(`${id} is put off too long`)
      }

      isOut = false
      await liveUntil(ms + 3 * HOUR)
      const records = store.all()
      for (const { id, state, waiting } of records)
        if (state !== 'accepted' || waiting) throw new Error(`${id} is ${state} at the end`)
      if (national.documents.length !== records.length) throw new Error('not each of them once')
      for (const index of inTime.keys()) {
        const ordinals = records
          .filter(({ consultationId }) => consultationId === `c${index}`)
          .map((one) => national.documents.find((doc) => doc.networkId === one.networkId)?.ordinal)
        if (ordinals.includes(undefined)) throw new Error('accepted here, not there')
        if (ordinals.some((ordinal, at) => at > 0 && (ordinal ?? 0) < (ordinals[at - 1] ?? 0)))
          throw new Error(`out of order: ${ordinals.join(' ')}`)
      }
    }),
    { numRuns: RUNS, includeErrorInReport: true },
  )
  t.pass()
})
