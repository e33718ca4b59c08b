import test from 'ava'
import fc from 'fast-check'
import type { SampleRange } from '../../../core/transcription/ports.ts'
import { utteranceSegmenter } from '../../../core/transcription/segmenter.ts'

const FRAME = 512
const OPTIONS = { maxMs: 9500, frameSamples: FRAME }
const frames = (ms: number) => Math.round((ms * 16) / FRAME)

/** `['-', 500]` half a second of silence, `['#', 500]` of speech. */
function sound(...parts: [mark: string, ms: number][]): Float32Array {
  return Float32Array.from(
    parts.flatMap(([mark, ms]) => new Array<number>(frames(ms)).fill(mark === '#' ? 0.95 : 0.01)),
  )
}

function cut(
  probabilities: Float32Array,
  options = OPTIONS,
  levels = probabilities,
): SampleRange[] {
  const segmenter = utteranceSegmenter(options)
  const closed = segmenter.push(probabilities, levels)
  return [...closed, ...segmenter.end(probabilities.length * FRAME)]
}

const ms = ({ from, to }: SampleRange) => [Math.round(from / 16), Math.round(to / 16)]

test('an utterance is speech with a little silence around it', (t) => {
  const [only, ...more] = cut(sound(['-', 1024], ['#', 2048], ['-', 2048]))
  t.is(more.length, 0)
  t.deepEqual(ms(only!), [1024 - 192, 3072 + 192])
})

test('a breath does not end an utterance, a pause does', (t) => {
  t.is(cut(sound(['#', 1000], ['-', 400], ['#', 1000], ['-', 1000])).length, 1)
  t.is(cut(sound(['#', 1000], ['-', 800], ['#', 1000], ['-', 1000])).length, 2)
})

test('a click is not an utterance, a short "sim" is', (t) => {
  t.is(cut(sound(['-', 640], ['#', 64], ['-', 1000])).length, 0)
  t.is(cut(sound(['-', 640], ['#', 192], ['-', 1000])).length, 1)
})

test('a fading voice goes on until it falls below the lower threshold', (t) => {
  const fading = Float32Array.from([
    ...new Array(40).fill(0.9),
    ...new Array(40).fill(0.4),
    ...new Array(40).fill(0.1),
  ])
  t.deepEqual(ms(cut(fading)[0]!), [0, 80 * 32 + 192])
  const neverRose = Float32Array.from(new Array<number>(200).fill(0.45))
  t.is(cut(neverRose).length, 0)
})

test('speech without a pause is cut at its quietest point, late in the window', (t) => {
  const probabilities = sound(['#', 12_000], ['-', 1000])
  const levels = Float32Array.from(probabilities, () => 100)
  levels[frames(8000)] = 3
  levels[frames(2000)] = 1
  const [first, second] = cut(probabilities, OPTIONS, levels)
  t.is(first!.to, frames(8000) * FRAME)
  t.is(second!.from, first!.to)
  t.deepEqual(ms(second!)[1], frames(12_000) * 32 + 192)
})

test('an utterance that is still going on can be seen, and keeps its beginning', (t) => {
  const segmenter = utteranceSegmenter(OPTIONS)
  const begun = sound(['-', 640], ['#', 640])
  t.is(segmenter.open(), null)
  t.deepEqual(segmenter.push(begun, begun), [])
  const open = segmenter.open()
  const rest = sound(['#', 320], ['-', 1000])
  const [closed] = segmenter.push(rest, rest)
  t.is(open!.from, closed!.from)
  t.is(segmenter.open(), null)
})

test('speech up to the very end keeps the samples that fill no frame', (t) => {
  const probabilities = sound(['-', 640], ['#', 1280])
  const segmenter = utteranceSegmenter(OPTIONS)
  segmenter.push(probabilities, probabilities)
  const total = probabilities.length * FRAME + 300
  t.is(segmenter.end(total)[0]!.to, total)
})

const arbitraryFrames = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 500 }),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
      level: fc.integer({ min: 0, max: 1000 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((runs) => ({
    probabilities: Float32Array.from(
      runs.flatMap((r) => new Array<number>(r.count).fill(r.probability)),
    ),
    levels: Float32Array.from(
      runs.flatMap((r) => Array.from({ length: r.count }, (_, i) => r.level + ((i * 7) % 13))),
    ),
  }))

test('utterances are in order, apart, inside the sound and never longer than the window', (t) => {
  fc.assert(
    fc.property(arbitraryFrames, fc.integer({ min: 1000, max: 28_000 }), (input, maxMs) => {
      const found = cut(input.probabilities, { maxMs, frameSamples: FRAME }, input.levels)
      let before = 0
      for (const { from, to } of found) {
        if (from < before || to <= from || to - from > maxMs * 16) return false
        before = to
      }
      return before <= input.probabilities.length * FRAME
    }),
  )
  t.pass()
})

test('no clear speech is lost: every run of it lies in an utterance', (t) => {
  fc.assert(
    fc.property(arbitraryFrames, ({ probabilities, levels }) => {
      const found = cut(probabilities, OPTIONS, levels)
      const covered = (frame: number) =>
        found.some(({ from, to }) => from <= frame * FRAME && (frame + 1) * FRAME <= to)
      let run: number[] = []
      for (let i = 0; i <= probabilities.length; i++) {
        if ((probabilities[i] ?? 0) >= 0.5) {
          run.push(i)
          continue
        }
        if (run.length >= 4 && !run.every(covered)) return false
        run = []
      }
      return true
    }),
  )
  t.pass()
})

test('how the sound arrives changes nothing', (t) => {
  fc.assert(
    fc.property(
      arbitraryFrames,
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
      (input, sizes) => {
        const { probabilities, levels } = input
        const whole = cut(probabilities, OPTIONS, levels)
        const segmenter = utteranceSegmenter(OPTIONS)
        const parts: SampleRange[] = []
        for (let at = 0, k = 0; at < probabilities.length; k++) {
          const size = sizes[k % sizes.length]!
          parts.push(
            ...segmenter.push(probabilities.slice(at, at + size), levels.slice(at, at + size)),
          )
          at += size
        }
        parts.push(...segmenter.end(probabilities.length * FRAME))
        t.deepEqual(parts, whole)
      },
    ),
  )
})
