import test from 'ava'
import fc from 'fast-check'
import { computeGate, type GateJob, type Priority } from '../../../core/engine/compute-gate.ts'

const never = new AbortController().signal
const rank = { live: 0, final: 1, generation: 2, ahead: 3 }

/** Work that ends when the test says so. */
function held() {
  let end = () => {}
  const work = () => new Promise<void>((resolve) => (end = resolve))
  return { work, end: () => end() }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('waiting work enters by urgency, and among equals in order of arrival', async (t) => {
  const gate = computeGate()
  const first = held()
  const order: string[] = []
  const running = gate.run({ priority: 'live', signal: never }, first.work)
  const names: [Priority, string][] = [
    ['generation', 'g1'],
    ['final', 'f1'],
    ['live', 'l1'],
    ['final', 'f2'],
    ['live', 'l2'],
  ]
  const rest = names.map(([priority, name]) =>
    gate.run({ priority, signal: never }, async () => {
      order.push(name)
    }),
  )
  await settle()
  t.deepEqual(order, [])
  first.end()
  await Promise.all([running, ...rest])
  t.deepEqual(order, ['l1', 'l2', 'f1', 'f2', 'g1'])
})

test('a job that can pause makes way at once and goes on afterwards', async (t) => {
  const gate = computeGate()
  const long = held()
  const events: string[] = []
  const generation = gate.run(
    {
      priority: 'generation',
      signal: never,
      pause: () => events.push('pause'),
      resume: () => events.push('resume'),
    },
    long.work,
  )
  await settle()
  await gate.run({ priority: 'live', signal: never }, async () => {
    events.push('live')
  })
  t.deepEqual(events, ['pause', 'live', 'resume'])
  long.end()
  await generation
})

test('a job that cannot pause after all is waited for', async (t) => {
  const gate = computeGate()
  const long = held()
  let heard = false
  const job: GateJob = {
    priority: 'generation',
    signal: never,
    pause() {
      throw new Error('in the middle of something')
    },
  }
  const generation = gate.run(job, long.work)
  await settle()
  const live = gate.run({ priority: 'live', signal: never }, async () => {
    heard = true
  })
  await settle()
  t.false(heard)
  long.end()
  await Promise.all([generation, live])
  t.true(heard)
})

test('a job that was let in but has not begun is paused as soon as it has', async (t) => {
  const gate = computeGate()
  const events: string[] = []
  const long = held()
  const job: GateJob = {
    priority: 'generation',
    signal: never,
    pause: () => events.push('pause'),
    resume: () => events.push('resume'),
  }
  const generation = gate.run(job, () => {
    events.push('begin')
    return long.work()
  })
  await gate.run({ priority: 'live', signal: never }, async () => {
    events.push('live')
  })
  t.deepEqual(events, ['begin', 'pause', 'live', 'resume'])
  long.end()
  await generation
})

test('waiting ends with the abort, and the place in the line is free', async (t) => {
  const gate = computeGate()
  const first = held()
  const running = gate.run({ priority: 'live', signal: never }, first.work)
  const abort = new AbortController()
  const given = gate.run({ priority: 'live', signal: abort.signal }, async () => t.fail())
  const after = gate.run({ priority: 'final', signal: never }, async () => 'after')
  abort.abort(new Error('no longer wanted'))
  await t.throwsAsync(given, { message: 'no longer wanted' })
  first.end()
  await running
  t.is(await after, 'after')
})

test('work that fails frees the gate and keeps its error', async (t) => {
  const gate = computeGate()
  const failing = gate.run({ priority: 'live', signal: never }, async () => {
    throw new Error('crash')
  })
  await t.throwsAsync(failing, { message: 'crash' })
  t.is(await gate.run({ priority: 'live', signal: never }, async () => 1), 1)
})

const arbitraryJobs = fc.array(
  fc.record({
    priority: fc.constantFrom<Priority>('live', 'final', 'generation'),
    pausable: fc.boolean(),
    steps: fc.integer({ min: 0, max: 4 }),
    arrival: fc.integer({ min: 0, max: 6 }),
    abortAfter: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

test('whatever comes, one computes at a time, nobody is forgotten, and pauses are paired', async (t) => {
  await fc.assert(
    fc.asyncProperty(arbitraryJobs, async (jobs) => {
      const gate = computeGate()
      const computing = new Set<number>()
      const paused = new Set<number>()
      const ended = new Set<number>()
      const misuse: string[] = []
      const check = () => {
        if (computing.size > 1) throw new Error('two compute at once')
      }
      const runs = jobs.map(async (one, i) => {
        for (let k = 0; k < one.arrival; k++) await settle()
        const abort = new AbortController()
        const job: GateJob = { priority: one.priority, signal: abort.signal }
        if (one.pausable) {
          job.pause = () => {
            // It may have ended this very moment.
            if (ended.has(i)) return
            if (!computing.delete(i)) misuse.push('paused without computing')
            paused.add(i)
          }
          job.resume = () => {
            if (ended.has(i)) return
            if (!paused.delete(i)) misuse.push('resumed without a pause')
            computing.add(i)
            check()
          }
        }
        const aborting = (async () => {
          if (one.abortAfter === null) return
          for (let k = 0; k < one.abortAfter; k++) await settle()
          abort.abort(new Error('aborted'))
        })()
        await gate
          .run(job, async () => {
            const others = [...computing]
            if (others.some((o) => rank[jobs[o]!.priority] <= rank[one.priority]))
              throw new Error('went ahead of its equal')
            computing.add(i)
            check()
            try {
              for (let step = 0; step < one.steps; ) {
                await settle()
                if (abort.signal.aborted) throw abort.signal.reason
                if (!paused.has(i)) step++
              }
              if (one.fails) throw new Error('failed')
            } finally {
              ended.add(i)
              computing.delete(i)
              paused.delete(i)
            }
          })
          .catch((error: Error) => {
            if (!['aborted', 'failed'].includes(error.message)) throw error
          })
        await aborting
      })
      await Promise.all(runs)
      t.deepEqual(misuse, [])
      t.is(computing.size + paused.size, 0)
      // The gate is free again.
      t.is(await gate.run({ priority: 'generation', signal: never }, async () => 'free'), 'free')
    }),
    { numRuns: 300 },
  )
})
