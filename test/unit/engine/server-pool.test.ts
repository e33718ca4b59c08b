import test from 'ava'
import { serverPool } from '../../../ai-local/remote/server-pool.ts'

const ADDRESSES = 'http://a.example/v1,http://b.example/v1/,http://c.example/v1'

function poolAt(clock: { ms: number }) {
  return serverPool(ADDRESSES, { nowMs: () => clock.ms, random: () => 0 })
}

test('a request goes to the server with the least of ours to do', (t) => {
  const pool = poolAt({ ms: 0 })
  const none = new Set<never>()
  const chosen = [1, 2, 3].map(() => {
    const one = pool.choose(none)
    one.busy++
    return one
  })
  t.deepEqual(
    chosen.map(({ base }) => base.href),
    ['http://a.example/v1/', 'http://b.example/v1/', 'http://c.example/v1/'],
  )
  chosen[1]!.busy--
  t.is(pool.choose(none), chosen[1]!)
})

test('one that failed rests, longer each time, and one request alone tries it then', (t) => {
  const clock = { ms: 0 }
  const pool = poolAt(clock)
  const none = new Set<never>()
  const first = pool.choose(none)
  pool.failed(first)
  t.not(pool.choose(none), first)
  clock.ms = 5000
  t.is(pool.choose(none), first, 'its turn')
  t.not(pool.choose(none), first, 'nobody else waits for it meanwhile')
  pool.failed(first)
  clock.ms = 14_999
  t.not(pool.choose(none), first)
  clock.ms = 15_000
  t.is(pool.choose(none), first)
  pool.answered(first)
  t.is(pool.choose(none), first)
})

test('where all rest, the one that rested longest is asked; one that was tried is not', (t) => {
  const clock = { ms: 0 }
  const pool = poolAt(clock)
  const tried = new Set<ReturnType<typeof pool.choose>>()
  for (let nth = 0; nth < pool.size; nth++) {
    const one = pool.choose(tried)
    tried.add(one)
    clock.ms += 10
    pool.failed(one)
  }
  t.is(pool.choose(new Set()), [...tried][0]!)
  t.throws(() => pool.choose(tried))
})
