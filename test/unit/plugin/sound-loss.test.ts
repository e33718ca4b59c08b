import test from 'ava'
import fc from 'fast-check'
import { LOSS_MS, soundLoss } from '../../../plugin/state/capture-watch.ts'

const FRAME_MS = 250
const FRAME_SAMPLES = 4000

interface Recording {
  /** From switching on to the first sample, in ms. */
  startMs: number
  /** Of the sound card against the computer's clock, in parts per million. */
  driftPpm: number
  /**
   * How late each frame arrives; its last value is used for the rest. Frames never overtake each
   * other.
   */
  delaysMs: readonly number[]
  /** Sound lost before frame `at`, in ms. */
  losses: readonly { at: number; ms: number }[]
  frames: number
}

/** Feeds it as a page would, and gives what it found, in order. */
function listen({ startMs, driftPpm, delaysMs, losses, frames }: Recording): number[] {
  const loss = soundLoss(0)
  const found: number[] = []
  let madeAtMs = startMs
  let arrivedMs = 0
  for (let i = 0; i < frames; i++) {
    const lostMs = losses.filter(({ at }) => at === i).reduce((sum, { ms }) => sum + ms, 0)
    madeAtMs += FRAME_MS * (1 + driftPpm / 1e6) + lostMs
    arrivedMs = Math.max(arrivedMs, madeAtMs + (delaysMs[i % Math.max(1, delaysMs.length)] ?? 0))
    found.push(loss.frame(arrivedMs, FRAME_SAMPLES))
  }
  found.push(loss.end(madeAtMs))
  return found.filter((ms) => ms > 0)
}

const calm = {
  startMs: fc.integer({ min: 0, max: 1900 }),
  driftPpm: fc.integer({ min: -500, max: 500 }),
  // A page that is busy for up to 0.7 s again and again, and keeps up in between.
  delaysMs: fc
    .array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 4 })
    .map((late) => [0, 0, 0, 0, ...late]),
  frames: fc.integer({ min: 1, max: 4000 }),
}

test('late starts, late frames and clocks that disagree are no loss', (t) => {
  fc.assert(
    fc.property(fc.record({ ...calm, losses: fc.constant([]) }), (recording) => {
      t.deepEqual(listen(recording), [])
    }),
    { numRuns: 300 },
  )
})

test('sound lost at once is found within six seconds, with the right length', (t) => {
  const lossAt = fc.integer({ min: 20, max: 400 })
  fc.assert(
    fc.property(
      fc.record(calm),
      lossAt,
      fc.integer({ min: 400, max: 20_000 }),
      (recording, at, ms) => {
        const found = listen({ ...recording, losses: [{ at, ms }], frames: at + 25 })
        const total = found.reduce((sum, piece) => sum + piece, 0)
        // Late frames may hide or add a little where two windows meet: half a syllable at most.
        t.true(Math.abs(total - ms) < LOSS_MS / 2, `${total} of ${ms}`)
      },
    ),
    { numRuns: 300 },
  )
})

test('small losses add up until they are worth telling', (t) => {
  const losses = Array.from({ length: 40 }, (_, i) => ({ at: 20 + i * 4, ms: 60 }))
  const found = listen({ startMs: 50, driftPpm: 100, delaysMs: [5, 30], losses, frames: 220 })
  const total = found.reduce((sum, ms) => sum + ms, 0)
  t.true(found.length > 2)
  t.true(Math.abs(total - 2400) < LOSS_MS + 60, String(total))
})

test('a page that was frozen gets its frames in a heap, and nothing is lost', (t) => {
  const loss = soundLoss(0)
  const frozen = (i: number) => i > 40 && i <= 200
  for (let i = 1; i <= 300; i++) {
    const arrivedMs = frozen(i) ? 200 * FRAME_MS + (i % 40) / 40 : i * FRAME_MS
    t.is(loss.frame(arrivedMs, FRAME_SAMPLES), 0)
  }
})

test('a microphone without any sound counts as lost from its start to its end', (t) => {
  t.is(soundLoss(0).end(10_000), 8000)
})
