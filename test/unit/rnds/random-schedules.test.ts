/**
 * Random days in the life of the outbox: submissions, corrections, deletions, outages, doors that
 * are shut, expired tokens, lost and late requests, crashes at any call, clocks that jump. Whatever
 * the day: nothing acknowledged is lost, nothing stands twice at the national side, nothing is out
 * of order, and when the network is back everything comes to an end that both sides agree on.
 */
import test from 'ava'
import fc from 'fast-check'
import { isAppError } from '../../../core/errors.ts'
import type { NetworkDocumentType } from '../../../core/fhir/clinical-record.ts'
import { currentOf, type Submission, slotOf } from '../../../core/rnds/submission.ts'
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

const RUNS = runs(250)
/** The day a failure names, once more. */
const replay = process.env.RNDS_REPLAY ? (JSON.parse(process.env.RNDS_REPLAY) as object) : {}
const CONSULTATIONS = ['c1', 'c2']
const TYPES: NetworkDocumentType[] = ['RAC', 'RPM']
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Most of it in one place, so that things meet. */
const slot = {
  consultation: fc.constantFrom('c1', 'c1', 'c1', 'c2'),
  type: fc.constantFrom<NetworkDocumentType>('RAC', 'RAC', 'RAC', 'RPM'),
}
const call = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('submit' as const), ...slot }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('replace' as const), ...slot }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), ...slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), ...slot }) },
)
/** At which of the next calls to store and network, and on which side of it. */
const death = { calls: fc.nat(9), afterTheCall: fc.boolean() }
const event = fc.oneof(
  { weight: 12, arbitrary: call },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      consultation: slot.consultation,
      bad: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('both' as const), calls: fc.tuple(call, call) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('outage' as const), on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), on: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1000, 6000, 40_000, 3 * MINUTE, 11 * MINUTE, 2 * HOUR, 25 * HOUR),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.constantFrom(-48 * HOUR, -HOUR, -20_000, 5 * MINUTE, 3 * HOUR, 48 * HOUR),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('crash' as const), ...death }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('doomed' as const), call, ...death }) },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

const fates = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Fate>('answered') },
    { weight: 1, arbitrary: fc.constant<Fate>('unsent') },
    { weight: 2, arbitrary: fc.constant<Fate>('answer-lost') },
    { weight: 1, arbitrary: fc.constant<Fate>('request-lost') },
    { weight: 2, arbitrary: fc.constant<Fate>('late') },
  ),
  { minLength: 1, maxLength: 12 },
)
/** Of listing new versions, and of late requests: below what we take for the longest. */
const delays = fc.array(fc.constantFrom(0, 3000, 45_000, 4 * MINUTE, 9 * MINUTE), {
  minLength: 1,
  maxLength: 5,
})

test(`${RUNS} random schedules lose nothing, double nothing, and end`, async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 3, maxLength: 40 }),
      fates,
      delays,
      fc.array(fc.constantFrom(0, 0, 1, 3, 60, 200), { minLength: 1, maxLength: 12 }),
      async (events, ways, waits, turns) => {
        for (const isOnePatient of [false, true]) {
          const world = openWorld(ways, waits, turns, isOnePatient)
          for (const one of events) await world.play(one)
          await world.letItEnd()
          world.compare()
        }
      },
    ),
    { numRuns: RUNS, includeErrorInReport: true, ...replay },
  )
  t.pass()
})

function openWorld(ways: Fate[], waits: number[], turns: number[], isOnePatient: boolean) {
  let trueMs = Date.UTC(2026, 2, 16, 12)
  let wrongByMs = 0
  let isOut = false
  let isHeld = false
  let isOver = false
  const now = () => new Date(trueMs + wrongByMs)
  const turn = { way: 0, wait: 0, tick: 0 }
  const content = new Map(CONSULTATIONS.map((id) => [id, `${id} v0`]))
  let edits = 0
  const acknowledged = new Map<string, 'sent' | 'deleted'>()

  const national = modelNetwork({
    nowMs: () => trueMs,
    fate: () => {
      if (isOver) return 'answered'
      if (isOut) return 'unsent'
      return ways[turn.way++ % ways.length] ?? 'answered'
    },
    lagMs: () => waits[turn.wait++ % waits.length] ?? 0,
    lateMs: () => waits[turn.wait++ % waits.length] ?? 0,
    refuses: (bundle) => contentOfBundle(bundle).includes('bad'),
    sees: (bundle) => {
      if (isHeld) throw new Error('it left a held box')
      if (bundle.timestamp !== now().toISOString()) throw new Error('not re-stamped')
    },
  })
  const store = memorySubmissions(now, (id) => (isOnePatient ? 'p' : id))
  /** In the order in which they were handed over; what a clock set back makes of it is another. */
  const handedOver: Submission[] = []
  const failing = new Set<string>()
  let isClockRight = true
  const options = {
    store,
    network: national.network,
    now,
    elapsedMs: () => trueMs,
    isHeld: () => isHeld,
    ticks: () => turns[turn.tick++ % turns.length] ?? 0,
    contentOf: (id: string) => content.get(id) ?? '',
  }
  let office = openOffice(options)

  async function survive(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      if (error !== CRASH && !isAppError(error)) throw error
    }
    if (!office.isDead()) return
    office = openOffice(options)
    await office.takeUp()
  }

  async function make({ do: what, consultation, type }: Call) {
    if (what === 'submit') {
      const input = { documentType: type, patient: { cpf: CPF, cns: null }, cnes: null }
      const record = await office.submit(ANYBODY, consultation, {
        ...input,
        practitionerCns: PRACTITIONER,
      })
      acknowledged.set(record.id, 'sent')
    } else if (what === 'replace') {
      const order = { practitionerCns: PRACTITIONER, documentType: type }
      const { record } = await office.replace(ANYBODY, consultation, order)
      acknowledged.set(record.id, 'sent')
    } else if (what === 'delete') {
      const order = { practitionerCns: PRACTITIONER, reason: 'paciente errado', documentType: type }
      const record = await office.remove(ANYBODY, consultation, order)
      acknowledged.set(record.id, 'deleted')
    } else {
      const last = slotOf(await store.listOfConsultation(consultation), type).at(-1)
      if (last) await office.retry(last.id)
    }
  }

  async function happen(one: Event) {
    switch (one.do) {
      case 'edit':
        content.set(one.consultation, `${one.consultation} v${++edits}${one.bad ? ' bad' : ''}`)
        return
      case 'both':
        return void (await Promise.allSettled(one.calls.map(make)))
      case 'outage':
        isOut = one.on
        return
      case 'hold':
        isHeld = one.on
        return
      case 'work':
        return void (await office.work())
      case 'wait':
        trueMs += one.ms
        national.land()
        return
      case 'clock':
        wrongByMs += one.ms
        isClockRight = false
        return
      case 'crash':
        return office.dieAfter(one.calls, one.afterTheCall)
      case 'doomed':
        office.dieAfter(one.calls, one.afterTheCall)
        return make(one.call)
      default:
        return make(one)
    }
  }

  function finalDocuments(consultation: string, type: NetworkDocumentType) {
    const ours = store.all().filter((one) => one.consultationId === consultation)
    const localIds = new Set(slotOf(ours, type).map(({ localId }) => localId))
    return national.documents.filter(
      ({ value, status }) => localIds.has(value) && status === 'final',
    )
  }

  function noneTwice() {
    for (const consultation of CONSULTATIONS)
      for (const type of TYPES)
        if (finalDocuments(consultation, type).length > 1) throw new Error('it stands twice')
  }

  function note() {
    for (const record of store.all()) {
      if (!handedOver.some(({ id }) => id === record.id)) handedOver.push(record)
      if (record.waiting?.cause === 'record_failing') failing.add(record.consultationId)
    }
  }

  /** Of one patient, also across visits; but for what waited for its own fault. */
  function patientInOrder() {
    if (!isOnePatient || !isClockRight) return
    const ordinals = handedOver
      .filter(({ consultationId }) => !failing.has(consultationId))
      .sort((one, other) => Number(one.submittedAt) - Number(other.submittedAt))
      .flatMap(({ id, submittedAt }) => {
        const { networkId } = store.all().find((one) => one.id === id) ?? {}
        const document = national.documents.find((one) => one.networkId === networkId)
        return document ? [{ at: submittedAt, ordinal: document.ordinal }] : []
      })
    for (const [index, { at, ordinal }] of ordinals.entries())
      for (const later of ordinals.slice(index + 1))
        if (later.at > at && later.ordinal < ordinal) throw new Error('the patient is out of order')
  }

  function mustAgree(records: Submission[], consultation: string, type: NetworkDocumentType) {
    const current = currentOf(slotOf(records, type))
    const [standing, ...others] = finalDocuments(consultation, type)
    if (others.length > 0) throw new Error('it stands twice at the end')
    if (current?.state !== 'accepted') {
      if (standing) throw new Error(`${current?.state} here, and it stands there`)
      return
    }
    if (standing?.networkId !== current.networkId) throw new Error('accepted here, not there')
    if (contentOfBundle(standing.bundle) !== contentOfBundle(current.bundle))
      throw new Error('other content stands there')
  }

  function mustBeInOrder(records: Submission[]) {
    const ordinals = records
      .map(({ networkId }) => national.documents.find((one) => one.networkId === networkId))
      .flatMap((document) => document?.ordinal ?? [])
    if (ordinals.some((ordinal, index) => ordinal < (ordinals[index - 1] ?? 0)))
      throw new Error(`out of order: ${ordinals.join(' ')}`)
  }

  return {
    async play(one: Event) {
      await survive(() => happen(one))
      note()
      noneTwice()
    },

    async letItEnd() {
      isOut = false
      isHeld = false
      isOver = true
      office = openOffice(options)
      await office.takeUp()
      for (let round = 0; round < 60; round++) {
        await office.work()
        note()
        noneTwice()
        trueMs += 20 * MINUTE
        national.land()
      }
    },

    compare() {
      for (const { id, state, networkId, lease, inDoubtSince, deletion, dueAt } of store.all()) {
        if (state === 'pending') throw new Error(`${id} never came to an end`)
        if (lease || inDoubtSince || dueAt) throw new Error(`${id} is not done with`)
        if (deletion && state !== 'deleted') throw new Error(`${id}: the deletion is open`)
        if (
          state === 'deleted' &&
          networkId !== null &&
          national.documents.some(({ replaces }) => replaces === networkId)
        )
          throw new Error(`${id} was corrected there, not deleted`)
      }
      for (const [id, promise] of acknowledged) {
        const record = store.all().find((one) => one.id === id)
        if (!record) throw new Error(`${id} is lost`)
        if (promise === 'deleted' && record.state !== 'deleted') throw new Error(`${id} is back`)
      }
      for (const consultation of CONSULTATIONS) {
        const records = store.all().filter((one) => one.consultationId === consultation)
        for (const type of TYPES) mustAgree(records, consultation, type)
        mustBeInOrder(records)
      }
      patientInOrder()
    },
  }
}
