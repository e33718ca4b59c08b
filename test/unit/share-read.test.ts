import test from 'ava'
import fc from 'fast-check'
import { shareRead } from '../../models/access/access-epoch.ts'

test('no answer comes from a read that began before the question', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, askers) => {
      let fact = 0
      const look = shareRead(async () => {
        const seen = fact
        await scheduler.schedule(Promise.resolve(), 'look')
        return seen
      })
      const asked = Array.from({ length: askers }, async () => {
        await scheduler.schedule(Promise.resolve(), 'ask')
        const before = ++fact
        t.true((await look()) >= before)
      })
      await scheduler.waitFor(Promise.all(asked))
    }),
    { numRuns: 300 },
  )
})

test('those who ask together share one read, and who comes later gets another', async (t) => {
  let reads = 0
  const read = shareRead(async () => ++reads)
  t.deepEqual(new Set(await Promise.all(Array.from({ length: 100 }, read))), new Set([1]))
  t.is(await read(), 2)
})

test('a read that fails fails its askers and not the next ones', async (t) => {
  let reads = 0
  const read = shareRead(async () => {
    if (++reads === 1) throw new Error('down')
    return reads
  })
  const [first, together] = [read(), read()]
  await t.throwsAsync(first, { message: 'down' })
  await t.throwsAsync(together, { message: 'down' })
  t.is(await read(), 2)
})
