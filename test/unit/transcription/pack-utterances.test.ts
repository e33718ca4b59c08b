import test from 'ava'
import fc from 'fast-check'
import { lengthOf, windowPacker } from '../../../core/transcription/pack-utterances.ts'
import type { Utterance } from '../../../core/transcription/ports.ts'

const second = 16_000
const range = (fromS: number, toS: number): Utterance => ({
  from: fromS * second,
  to: toS * second,
  voiced: [],
})
function pack(utterances: Utterance[], maxMs: number): Utterance[][] {
  const packer = windowPacker(() => maxMs)
  return [...utterances.map((one) => packer.add(one)), packer.end()].filter((one) => one !== null)
}

test('utterances fill the window and none is split', (t) => {
  const windows = pack([range(0, 10), range(20, 30), range(31, 36), range(40, 65)], 28_000)
  t.deepEqual(windows, [[range(0, 10), range(20, 30), range(31, 36)], [range(40, 65)]])
})

test('a window of nothing leaves every utterance alone', (t) => {
  t.deepEqual(pack([range(0, 1), range(2, 3)], 0), [[range(0, 1)], [range(2, 3)]])
})

test('packing loses, repeats and overfills nothing', (t) => {
  const arbitrary = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 28_000 })))
    .map((gaps) => {
      let at = 0
      return gaps.map(([gap, length]) => {
        const from = at + gap * 16
        at = from + length * 16
        return { from, to: at, voiced: [] }
      })
    })
  fc.assert(
    fc.property(arbitrary, (utterances) => {
      const windows = pack(utterances, 28_000)
      t.deepEqual(windows.flat(), utterances)
      t.true(windows.every((window) => lengthOf(window) <= 28_000 * 16))
      // Greedy: two neighbours never fit into one.
      for (const [i, window] of windows.entries()) {
        const next = windows[i + 1]?.[0]
        if (next) t.true(lengthOf([...window, next]) > 28_000 * 16)
      }
    }),
  )
})
