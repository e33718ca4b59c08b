import test from 'ava'
import { damagedSeconds } from '../helpers/demo-capture.ts'

const RATE_HZ = 16_000

test('sound that arrives later and softer is whole', (t) => {
  const played = babble(4)
  const captured = new Int16Array(played.length + 3000)
  for (const [index, value] of played.entries()) captured[index + 2500] = value / 3
  t.deepEqual(damagedSeconds(played, captured), [])
})

test('a dropped block is seen, and so is all that moved because of it', (t) => {
  const played = babble(4)
  const cut = Int16Array.from([
    ...played.subarray(0, 2.5 * RATE_HZ),
    ...played.subarray(2.6 * RATE_HZ),
    ...new Int16Array(RATE_HZ),
  ])
  t.deepEqual(damagedSeconds(played, cut), [2, 3])
})

test('sound that is not there at all is damaged; silence is not missed', (t) => {
  const played = Int16Array.from([...babble(1), ...new Int16Array(RATE_HZ)])
  t.deepEqual(damagedSeconds(played, new Int16Array(2 * RATE_HZ)), [0])
})

/** Noise-like, the same on every run. */
function babble(seconds: number): Int16Array {
  let seed = 1
  return Int16Array.from({ length: seconds * RATE_HZ }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed / 2_147_483_648 - 0.5) * 20_000
  })
}
