/** Chores take their turns, and none is begun beside itself. */
import test from 'ava'
import { upkeep } from '../../bin/upkeep.ts'
import { silentLog } from '../../core/log.ts'

test('a chore that still runs at its next turn is not begun beside itself', async (t) => {
  let finish = () => {}
  const end = new Promise<void>((resolve) => {
    finish = resolve
  })
  const begun = { slow: 0, failing: 0 }
  const failed: unknown[] = []
  const chores = upkeep(
    [
      {
        name: 'slow',
        everyMs: 1,
        run: () => {
          begun.slow += 1
          return end
        },
      },
      {
        name: 'failing',
        everyMs: 1,
        run: async () => {
          begun.failing += 1
          throw new Error('no')
        },
      },
    ],
    { ...silentLog, error: (_, fields) => failed.push(fields?.chore) },
  )
  // The timers of chores keep no process alive.
  const alive = setInterval(() => {}, 1)
  t.teardown(() => {
    chores.stop()
    clearInterval(alive)
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  await until(() => begun.failing >= 5)
  t.is(begun.slow, 1, 'it waits for its own end')
  finish()
  await until(() => begun.slow >= 2)
  t.true(failed.length >= 4 && failed.every((name) => name === 'failing'))
})
