import test from 'ava'
import fc from 'fast-check'
import { lengthOf, placePieces, windowPacker } from '../../../core/transcription/pack-utterances.ts'
import type { SampleRange } from '../../../core/transcription/ports.ts'

const second = 16_000
const range = (fromS: number, toS: number): SampleRange => ({
  from: fromS * second,
  to: toS * second,
})
const piece = (startMs: number, endMs: number) => ({
  ...{ startMs, endMs, text: 'x', confidence: 0.9, noSpeechProbability: null },
})
const place = (start: number, end: number, ranges: SampleRange[], offsetMs = 0) =>
  placePieces([piece(start, end)], ranges, offsetMs, 'mic').map(({ startMs, endMs }) => [
    startMs,
    endMs,
  ])[0]

function pack(utterances: SampleRange[], maxMs: number): SampleRange[][] {
  const packer = windowPacker(maxMs)
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
        return { from, to: at }
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

test('times go back to where they were said', (t) => {
  const ranges = [range(10, 15), range(100, 104)]
  t.deepEqual(place(0, 2000, ranges), [10_000, 12_000])
  t.deepEqual(place(5000, 9000, ranges), [100_000, 104_000])
  t.deepEqual(place(6000, 7500, ranges, 60_000), [161_000, 162_500])
})

test('a piece across a splice ends with its first utterance when the silence was long', (t) => {
  t.deepEqual(place(4000, 7000, [range(10, 15), range(100, 104)]), [14_000, 15_000])
  t.deepEqual(place(4000, 7000, [range(10, 15), range(16, 20)]), [14_000, 18_000])
})

test('times that run past the sound stay within it', (t) => {
  t.deepEqual(place(4000, 30_000, [range(10, 15)]), [14_000, 15_000])
  t.deepEqual(place(9000, 9500, [range(10, 15)]), [15_000, 15_000])
})
