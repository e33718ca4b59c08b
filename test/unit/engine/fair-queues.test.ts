import test from 'ava'
import { computeGate, type GateJob } from '../../../core/engine/compute-gate.ts'
import { fairPlaces } from '../../../core/engine/fair-places.ts'
import { fairShares } from '../../../core/engine/fair-shares.ts'
import { generationQueue } from '../../../core/engine/generation-queue.ts'
import { jobRunner } from '../../../core/job/job-runner.ts'
import type { Job, JobQueue, WaitingJob } from '../../../core/job/ports.ts'
import { silentLog } from '../../../core/log.ts'

const never = new AbortController().signal
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const of = (doctor: string, visit = doctor) => ({ doctor, visit })

test('turns go round over doctors, then over their visits, the least served first', (t) => {
  let nowMs = 0
  const shares = fairShares(() => nowMs)
  const waiting = [
    { name: 'a1', share: of('a', 'v1') },
    { name: 'a2', share: of('a', 'v1') },
    { name: 'a3', share: of('a', 'v2') },
    { name: 'b1', share: of('b') },
  ]
  const names = () => shares.order(waiting).map(({ name }) => name)
  t.deepEqual(names(), ['a1', 'b1', 'a3', 'a2'])
  shares.spend(of('a', 'v1'), 1000)
  t.deepEqual(names(), ['b1', 'a3', 'a1', 'a2'])
  shares.spend(of('b'), 900)
  t.is(names()[0], 'b1')
  // What was given long ago counts for little.
  nowMs += 600_000
  shares.spend(of('b'), 10)
  t.is(names()[0], 'a3')
})

test('a flood of documents costs another doctor one turn, and positions say so', async (t) => {
  const queue = generationQueue()
  const order: string[] = []
  let end = () => {}
  const first = queue.run(
    never,
    () => {},
    () => new Promise<void>((resolve) => (end = resolve)),
    of('flood'),
  )
  const told: number[] = []
  const rest = [
    ...Array.from({ length: 20 }, (_, i) =>
      queue.run(
        never,
        () => {},
        async () => void order.push(`flood ${i}`),
        of('flood', `visit ${i}`),
      ),
    ),
    queue.run(
      never,
      (position) => told.push(position),
      async () => void order.push('other'),
      of('other'),
    ),
  ]
  t.true(told[0]! <= 2)
  await settle()
  end()
  await Promise.all([first, ...rest])
  t.is(order[0], 'other')
  t.is(order.length, 21)
})

test('many hours of one doctor’s sound wait for another doctor’s first words', async (t) => {
  let nowMs = 0
  const gate = computeGate(() => nowMs)
  const order: string[] = []
  const recognize = (name: string, doctor: string) => {
    const job: GateJob = { priority: 'final', signal: never, share: of(doctor) }
    return gate.run(job, async () => {
      order.push(name)
      nowMs += 2
    })
  }
  const runs = Array.from({ length: 10 }, (_, i) => recognize(`flood ${i}`, 'flood'))
  runs.push(recognize('other', 'other'))
  await Promise.all(runs)
  t.is(order.indexOf('other'), 1)
})

test('live speech without an end leaves final work a quarter of its time, and no more', async (t) => {
  let nowMs = 0
  const gate = computeGate(() => nowMs)
  const given = { live: 0, final: 0 }
  const unit = (priority: 'live' | 'final', ms: number) =>
    gate.run({ priority, signal: never }, async () => {
      nowMs += ms
      given[priority] += ms
      await settle()
    })
  const without = async (priority: 'live' | 'final', ms: number) => {
    while (nowMs < 200_000) await unit(priority, ms)
  }
  // Two speak, so that one always waits.
  await Promise.all([without('live', 400), without('live', 400), without('final', 300)])
  const share = given.final / given.live
  t.true(share > 0.2 && share < 0.3, `final ${given.final}, live ${given.live}`)
})

test('final work that is owed its turn stops a pausable one, and gives way when it is over', async (t) => {
  // The end of a turn keeps no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  let nowMs = 0
  const gate = computeGate(() => nowMs)
  const events: string[] = []
  let end = () => {}
  const final = () =>
    gate.run(
      {
        priority: 'final',
        signal: never,
        pause: () => events.push('pause'),
        resume: () => events.push('resume'),
      },
      () => new Promise<void>((resolve) => (end = resolve)),
    )
  const live = (ms: number) =>
    gate.run({ priority: 'live', signal: never }, async () => {
      nowMs += ms
      events.push('live')
      await settle()
    })
  const long = final()
  await settle()
  const speaking = [live(4000), live(4000), live(10)]
  await speaking[0]
  await speaking[1]
  await settle()
  // Owed two seconds: it goes on although somebody speaks.
  t.deepEqual(events, ['pause', 'live', 'live', 'resume'])
  nowMs += 2500
  await speaking[2]
  await settle()
  t.deepEqual(events.slice(4), ['pause', 'live', 'resume'])
  end()
  await long
})

test('a doctor’s files take one place, and too many are refused', async (t) => {
  const busy = () => new Error('busy')
  const places = fairPlaces({ places: 2, perDoctor: 1, mostWaiting: 2, longestWaitMs: 50, busy })
  const ends: (() => void)[] = []
  const held = (doctor: string) =>
    places.run(of(doctor), never, () => new Promise<void>((resolve) => ends.push(resolve)))
  const first = held('flood')
  const second = held('flood')
  const third = held('flood')
  await t.throwsAsync(held('flood'), { message: 'busy' })
  const other = held('other')
  await settle()
  t.is(ends.length, 2)
  ends[0]?.()
  await first
  await settle()
  t.is(ends.length, 3)
  // Its turn does not come in time.
  await t.throwsAsync(third, { message: 'busy' })
  for (const end of ends) end()
  await Promise.all([second, other])
  const abort = new AbortController()
  const running = held('flood')
  const waiting = places.run(of('flood'), abort.signal, async () => t.fail())
  abort.abort(new Error('gone'))
  await t.throwsAsync(waiting, { message: 'gone' })
  ends.at(-1)?.()
  await running
})

test('a doctor’s jobs leave others a place, and go on when theirs end', async (t) => {
  const waiting: WaitingJob[] = [
    ...Array.from({ length: 6 }, (_, i) => ({ id: `flood ${i}`, share: of('flood', `v${i}`) })),
    { id: 'other', share: of('other') },
  ]
  const job = (id: string): Job => ({
    id,
    kind: 'file.read',
    consultationId: id,
    recordingId: id,
    state: 'running',
    attempts: 0,
    reason: null,
  })
  const done = async () => true
  const jobs: JobQueue<Job> = {
    async claim(_kind, _owner, _leaseMs, choose = ([first]) => first) {
      const chosen = choose(waiting)
      if (!chosen) return null
      waiting.splice(waiting.indexOf(chosen), 1)
      return job(chosen.id)
    },
    renew: done,
    retryLater: done,
    wait: done,
    release: done,
    fail: done,
    nextDueInMs: async () => (waiting.length > 0 ? 0 : null),
  }
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const runner = jobRunner({
    jobs,
    kind: 'file.read',
    owner: 'me',
    log: silentLog,
    concurrency: 4,
    perDoctor: 2,
    perform: ({ id }) =>
      new Promise<void>((resolve) => {
        begun.push(id)
        ends.set(id, resolve)
      }),
  })
  runner.start()
  while (begun.length < 3) await settle()
  for (let i = 0; i < 20; i++) await settle()
  t.deepEqual(begun.toSorted(), ['flood 0', 'flood 1', 'other'])
  for (let ended = 0; ended < 7; ) {
    const [id] = ends.keys()
    if (id === undefined) await settle()
    else {
      ends.get(id)?.()
      ends.delete(id)
      ended++
    }
  }
  t.is(begun.length, 7)
  await runner.close()
})
