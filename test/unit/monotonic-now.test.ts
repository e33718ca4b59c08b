import test from 'ava'
import { monotonicNow } from '../../core/access/monotonic-now.ts'
import { judgeClock } from '../../core/retention/clock.ts'

const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-11-23T12:00:00Z')

test('the time of tokens goes on while the clock is set back, and follows one that is set forward and right again', (t) => {
  let [at, elapsed] = [NOON, 500]
  const now = monotonicNow({ now: () => new Date(at), elapsedMs: () => elapsed })
  const goes = (ms: number, setBy = 0) => {
    elapsed += ms
    at += ms + setBy
    return now().getTime()
  }
  t.is(goes(HOUR_MS), NOON + HOUR_MS)
  t.is(goes(HOUR_MS, -2 * HOUR_MS), NOON + 2 * HOUR_MS, 'set back')
  t.is(goes(HOUR_MS, 74 * HOUR_MS), NOON + 75 * HOUR_MS, 'set forward')
  t.is(goes(HOUR_MS, -72 * HOUR_MS), NOON + 4 * HOUR_MS, 'set right')
})

test('a clock that is set under the process counts as a jump, whichever way; one that is corrected does not', (t) => {
  const seen = { seenAt: new Date(NOON), jumpedAt: null }
  const later = new Date(NOON + 72 * HOUR_MS)
  t.deepEqual(judgeClock(seen, later, 72 * HOUR_MS).waitsUntil, new Date(NOON + 96 * HOUR_MS))
  t.is(judgeClock(seen, later).waitsUntil, null, 'it was switched off')
  t.truthy(judgeClock(seen, new Date(NOON + 60_000), -2 * HOUR_MS).waitsUntil)
  t.is(judgeClock(seen, new Date(NOON + 60_000), -4000).waitsUntil, null)
})
