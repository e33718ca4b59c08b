import test from 'ava'
import { computeGate, type GateJob } from '../../../core/engine/compute-gate.ts'
import { fairPlaces, fairShares } from '../../../core/engine/fair-shares.ts'
import { generationQueue } from '../../../core/engine/generation-queue.ts'
import { jobRunner } from '../../../core/job/job-runner.ts'
import type { Job, JobQueue, WaitingJob } from '../../../core/job/ports.ts'
import { silentLog } from '../../../core/log.ts'

const never = new AbortController().signal
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
/** A doctor whom the host named. */
const of = (doctor: string, visit = doctor) => ({ keyOwner: 'key', named: doctor, doctor, visit })
/** One of many whom a page made up, with one token. */
const invented = (i: number) => ({ ...of(`invented ${i}`), named: 'flood' })

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

test('doctors made up with one token share one turn, and those of one key share another’s', (t) => {
  const shares = fairShares(() => 0)
  const waiting = [
    ...Array.from({ length: 40 }, (_, i) => ({ name: `invented ${i}`, share: invented(i) })),
    { name: 'same key', share: of('other') },
    { name: 'a user’s key', share: { ...of('third'), keyOwner: 'user' } },
    { name: 'hers too', share: { ...of('third', 'later'), keyOwner: 'user' } },
  ]
  const names = () => shares.order(waiting).map(({ name }) => name)
  t.deepEqual(names().slice(0, 4), ['invented 0', 'a user’s key', 'same key', 'hers too'])
  // What one of them was given counts for all of them, and for its key.
  shares.spend(invented(7), 500)
  t.deepEqual(names().slice(0, 4), ['a user’s key', 'same key', 'hers too', 'invented 0'])
  shares.spend(of('other'), 900)
  t.deepEqual(names().slice(0, 4), ['a user’s key', 'invented 0', 'hers too', 'same key'])
  // The same doctor by another key is another's.
  shares.spend({ ...of('third'), keyOwner: 'user' }, 5000)
  t.deepEqual(names().slice(0, 2), ['invented 0', 'hers too'])
})

test('in no queue do invented doctors go before another’s second turn', async (t) => {
  let nowMs = 0
  const flood = Array.from({ length: 40 }, (_, i) => invented(i))
  async function placeOf(
    run: (share: ReturnType<typeof of>, work: () => Promise<void>) => Promise<unknown>,
  ) {
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(name)
      nowMs += 2
      await settle()
    }
    const all = flood.map((share) => run(share, work('flood')))
    all.push(run(of('other', 'one'), work('other')), run(of('other', 'two'), work('other')))
    await Promise.all(all)
    t.is(order.length, 42)
    return [order.indexOf('other'), order.lastIndexOf('other')]
  }
  const queue = generationQueue(() => nowMs)
  const turn = () => {}
  t.deepEqual(await placeOf((share, work) => queue.run(never, turn, work, share)), [1, 3])
  for (const priority of ['live', 'final', 'generation', 'ahead'] as const) {
    const gate = computeGate(() => nowMs)
    const [first, second] = await placeOf((share, work) =>
      gate.run({ priority, signal: never, share }, work),
    )
    // Who speaks in two visits at most goes before those who speak in forty.
    t.deepEqual([first, second], [1, priority === 'live' ? 2 : 3], priority)
  }
  const busy = () => new Error('busy')
  const places = fairPlaces({ places: 3, perDoctor: 1, mostWaiting: 9, longestWaitMs: 9e3, busy })
  const [first] = await placeOf((share, work) => places.run(share, never, work))
  // One place was left for it.
  t.is(first, 2)
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

test('many live visits by one token do not keep another’s final text waiting; a few of doctors do', async (t) => {
  async function waitOfFinal(speakers: ReturnType<typeof of>[]) {
    let nowMs = 0
    const gate = computeGate(() => nowMs)
    let isDone = false
    const speak = async (share: ReturnType<typeof of>) => {
      while (!isDone && nowMs < 200_000)
        await gate.run({ priority: 'live', signal: never, share }, async () => {
          nowMs += 500
          await settle()
        })
    }
    const speaking = speakers.map(speak)
    while (nowMs < 60_000) await settle()
    const sinceMs = nowMs
    for (let unit = 0; unit < 5; unit++)
      await gate.run({ priority: 'final', signal: never, share: of('other') }, async () => {
        nowMs += 1000
        await settle()
      })
    const tookMs = nowMs - sinceMs
    isDone = true
    await Promise.all(speaking)
    return tookMs
  }
  const flood = await waitOfFinal(Array.from({ length: 40 }, (_, i) => invented(i)))
  t.true(flood <= 8000, `${flood} ms`)
  // Twenty doctors who speak are heard first; what is final has its quarter.
  const doctors = await waitOfFinal(Array.from({ length: 20 }, (_, i) => of(`doctor ${i}`)))
  t.true(doctors >= 15_000 && doctors <= 40_000, `${doctors} ms`)
})

test('a crowd’s new words pause nobody’s final text, and have a fifth of the time meanwhile', async (t) => {
  let nowMs = 0
  const gate = computeGate(() => nowMs)
  const given = { crowd: 0, final: 0 }
  let pauses = 0
  let isPaused = false
  let isDone = false
  const speak = async (share: ReturnType<typeof of>) => {
    while (!isDone)
      await gate.run({ priority: 'live', signal: never, share }, async () => {
        nowMs += 1000
        given.crowd += 1000
        await settle()
      })
  }
  // The text’s doctor spoke before, and had as much as the crowd.
  await gate.run({ priority: 'live', signal: never, share: of('other') }, async () => {
    nowMs += 10_000
  })
  const speaking = Array.from({ length: 40 }, (_, i) => speak(invented(i)))
  while (nowMs < 20_000) await settle()
  given.crowd = 0
  const job: GateJob = {
    priority: 'final',
    signal: never,
    share: of('other'),
    pause() {
      pauses++
      isPaused = true
    },
    resume: () => (isPaused = false),
  }
  await gate.run(job, async () => {
    while (given.final < 16_000) {
      if (!isPaused) {
        nowMs += 100
        given.final += 100
        // Somebody of the crowd says something new all the time.
        speaking.push(speak(invented(speaking.length)))
      }
      await settle()
    }
  })
  const { crowd } = given
  isDone = true
  await Promise.all(speaking)
  t.true(crowd >= 3000 && crowd <= 5000, `the crowd had ${crowd} ms`)
  t.true(pauses >= 1 && pauses <= 3, `paused ${pauses} times`)
})

test('one who speaks goes before a crowd, and two crowds share', async (t) => {
  let nowMs = 0
  const gate = computeGate(() => nowMs)
  const order: string[] = []
  const say = (name: string, share: ReturnType<typeof of>) =>
    gate.run({ priority: 'live', signal: never, share }, async () => {
      order.push(name)
      nowMs += 1000
    })
  const other = (i: number) => ({ ...of(`pages ${i}`), named: 'pages' })
  await say('doctor', of('doctor'))
  const runs = Array.from({ length: 10 }, (_, i) => say('flood', invented(i)))
  runs.push(...Array.from({ length: 10 }, (_, i) => say('pages', other(i))))
  runs.push(say('doctor', of('doctor')))
  await Promise.all(runs)
  t.deepEqual(order.slice(0, 3), ['doctor', 'flood', 'doctor'])
  const flood = order.slice(3, 13).filter((name) => name === 'flood').length
  t.true(flood >= 4 && flood <= 6, `${order}`)
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

const FLOODS = {
  'a doctor’s jobs': { share: (i: number) => of('flood', `v${i}`), begun: 2 },
  'jobs of doctors made up with one token': { share: invented, begun: 3 },
}
for (const [whose, { share, begun: most }] of Object.entries(FLOODS))
  test(`${whose} leave others a place, and go on when theirs end`, async (t) => {
    const waiting: WaitingJob[] = [
      ...Array.from({ length: 6 }, (_, i) => ({ id: `flood ${i}`, share: share(i) })),
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
    while (begun.length <= most) await settle()
    for (let i = 0; i < 20; i++) await settle()
    const first = Array.from({ length: most }, (_, i) => `flood ${i}`)
    t.deepEqual(begun.toSorted(), [...first, 'other'])
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
