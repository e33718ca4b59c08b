/**
 * Random orders of submissions under keys, among edits, corrections, deletions, deaths and hours:
 * whoever asks again with the same key within a day is told what was told first, and of the same
 * record; another request under it is refused.
 */
import test from 'ava'
import fc from 'fast-check'
import { isAppError } from '../../../core/errors.ts'
import type { NetworkDocumentType } from '../../../core/fhir/clinical-record.ts'
import type { SubmissionStore } from '../../../core/rnds/ports.ts'
import { type AskedKey, KEY_LIFE_MS } from '../../../core/rnds/submit-key.ts'
import { memorySubmissions } from '../../helpers/rnds-memory-store.ts'
import { type Fate, modelNetwork } from '../../helpers/rnds-model-network.ts'
import {
  ANYBODY,
  CPF,
  CRASH,
  contentOfBundle,
  openOffice,
  PRACTITIONER,
} from '../../helpers/rnds-office.ts'
import { runs } from '../../helpers/runs.ts'

const RUNS = runs(200)
const HOUR = 3_600_000

const submit = fc.record({
  do: fc.constant('submit' as const),
  key: fc.constantFrom('k1', 'k1', 'k2', undefined),
  consultation: fc.constantFrom('c1', 'c1', 'c1', 'c2'),
  type: fc.constantFrom<NetworkDocumentType>('RAC', 'RAC', 'RAC', 'RPM'),
})
const death = { calls: fc.nat(9), afterTheCall: fc.boolean() }
const event = fc.oneof(
  { weight: 10, arbitrary: submit },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('both' as const), one: submit, other: submit }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('doomed' as const), call: submit, ...death }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), bad: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(60_000, HOUR, 11 * HOUR, 24 * HOUR),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never
type Submit = typeof submit extends fc.Arbitrary<infer T> ? T : never
const fates = fc.array(
  fc.constantFrom<Fate>('answered', 'answered', 'answered', 'unsent', 'answer-lost'),
  { minLength: 1, maxLength: 8 },
)
const turns = fc.array(fc.constantFrom(0, 0, 1, 3, 60), { minLength: 1, maxLength: 8 })

test(`${RUNS} random orders of calls: a key has one answer for a day`, async (t) => {
  let repeated = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 3, maxLength: 30 }),
      fates,
      turns,
      async (events, ways, ticks) => {
        const world = openWorld(ways, ticks)
        for (const one of events) await world.play(one)
        repeated += world.repeated()
      },
    ),
    { numRuns: RUNS, includeErrorInReport: true },
  )
  t.true(repeated > RUNS / 4, `${repeated} answers were given again`)
})

function openWorld(ways: Fate[], ticks: number[]) {
  let ms = Date.UTC(2026, 2, 16, 12)
  let isBad = false
  let edits = 0
  let repeats = 0
  const turn = { way: 0, tick: 0 }
  const now = () => new Date(ms)
  /** By key: what it was bound to and when, and what the first caller was told. */
  const bound = new Map<string, { at: number; request: string; id: string; told?: string }>()

  const national = modelNetwork({
    nowMs: () => ms,
    fate: () => ways[turn.way++ % ways.length] ?? 'answered',
    refuses: (bundle) => contentOfBundle(bundle).includes('bad'),
  })
  const store = watched(memorySubmissions(now), ({ id, request }, submissionId) => {
    const earlier = bound.get(id)
    if (earlier && ms - earlier.at < KEY_LIFE_MS) throw new Error(`${id} is bound twice`)
    bound.set(id, { at: ms, request, id: submissionId })
  })
  const options = {
    store,
    network: national.network,
    now,
    elapsedMs: () => ms,
    ticks: () => ticks[turn.tick++ % ticks.length] ?? 0,
    contentOf: () => `v${edits}${isBad ? ' bad' : ''}`,
  }
  let office = openOffice(options)

  async function ask({ key, consultation, type: documentType }: Submit) {
    const request = { documentType, patient: { cpf: CPF, cns: null } }
    const whole = { ...request, practitionerCns: PRACTITIONER, cnes: null }
    const id = key && `o submission ${consultation} ${key}`
    const known = id ? bound.get(id) : undefined
    const isKnown = known !== undefined && ms - known.at < KEY_LIFE_MS
    const answer = await office
      .submit(ANYBODY, consultation, { ...whole, idempotencyKey: key })
      .then(
        (record) => `taken ${record.id}`,
        (error: unknown) => {
          if (!isAppError(error)) throw error
          if (error.code !== 'rnds_rejected') return error.code
          return `refused ${JSON.stringify(error.details)}`
        },
      )
    const binding = id ? bound.get(id) : undefined
    const isOther = isKnown && known.request !== JSON.stringify(whole)
    if (isOther !== (answer === 'idempotency_key_reused') && (isOther || isKnown))
      throw new Error(`${answer} under a key of ${known.request}`)
    if (isOther || !binding || ms - binding.at >= KEY_LIFE_MS || !/^(taken|refused) /.test(answer))
      return
    if (answer.startsWith('taken') && answer !== `taken ${binding.id}`)
      throw new Error(`${answer}, and the key stands for ${binding.id}`)
    if (binding.told !== undefined && binding.told !== answer)
      throw new Error(`${answer}; told before: ${binding.told}`)
    if (binding.told !== undefined) repeats++
    binding.told = answer
  }

  async function happen(one: Event) {
    switch (one.do) {
      case 'submit':
        return ask(one)
      case 'both': {
        const results = await Promise.allSettled([ask(one.one), ask(one.other)])
        for (const result of results) if (result.status === 'rejected') throw result.reason
        return
      }
      case 'doomed':
        office.dieAfter(one.calls, one.afterTheCall)
        return ask(one.call)
      case 'edit':
        edits++
        isBad = one.bad
        return
      case 'replace':
        return void (await office.replace(ANYBODY, 'c1', { practitionerCns: PRACTITIONER }))
      case 'delete': {
        const order = { practitionerCns: PRACTITIONER, reason: 'paciente errado' }
        return void (await office.remove(ANYBODY, 'c1', order))
      }
      case 'work':
        return void (await office.work())
      case 'wait':
        ms += one.ms
        national.land()
    }
  }

  return {
    async play(one: Event) {
      try {
        await happen(one)
      } catch (error) {
        if (error !== CRASH && !isAppError(error)) throw error
      }
      // What is still on its way in a process that is told to die later goes on in it.
      if (!office.isDead() && one.do !== 'doomed') return
      office = openOffice(options)
      await office.takeUp()
    },
    repeated: () => repeats,
  }
}

/** Tells of each key that is bound. */
function watched(
  store: SubmissionStore,
  onBound: (key: AskedKey, submissionId: string) => void,
): SubmissionStore {
  return {
    ...store,
    async create(record, seen, key) {
      const made = await store.create(record, seen, key)
      if (made && key) onBound(key, made.id)
      return made
    },
    async keepKey(key, submissionId) {
      const isKept = await store.keepKey(key, submissionId)
      if (isKept) onBound(key, submissionId)
      return isKept
    },
  }
}
