// Own process: replaces Date.now.
import test from 'ava'
import { rateLimiter } from '../../api/middleware/rate-limit.ts'

// What the library reads is the process's own clock.
test.serial('no wait exceeds the window, even if the clock was set back in it', async (t) => {
  const limiter = rateLimiter('token', [{ name: 'second', quota: 1, windowS: 60 }])
  const { now } = Date
  t.teardown(() => Object.assign(Date, { now }))
  Object.assign(Date, { now: () => now() + 3 * 86_400_000 })
  await limiter.count('caller')
  Object.assign(Date, { now })
  const { usages, refusal } = await limiter.count('caller')
  t.is(usages[0]?.resetS, 60)
  t.is(refusal?.retryAfterS, 60)
})
