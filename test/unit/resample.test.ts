import test from 'ava'
import fc from 'fast-check'
import { resampler } from '../../ai-local/audio/resample.ts'

function tone(hz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rateHz * seconds) }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / rateHz),
  )
}

/** In one piece or in several: the same samples. */
function convert(input: Float32Array, fromHz: number, cuts: number[] = []): Float32Array {
  const convert = resampler(fromHz, 16_000)
  const edges = [0, ...cuts.map((cut) => cut % input.length).sort((a, b) => a - b), input.length]
  const pieces = edges.slice(1).map((to, i) => convert.push(input.slice(edges[i]!, to)))
  const output = [...pieces, convert.flush()].flatMap((piece) => [...piece])
  return Float32Array.from(output)
}

/** Root mean square, without the ends, where the filter sees silence on one side. */
function levelDb(samples: Float32Array): number {
  const middle = samples.subarray(samples.length >> 2, samples.length - (samples.length >> 2))
  const power = middle.reduce((sum, one) => sum + one * one, 0) / middle.length
  return 10 * Math.log10(power * 2 || 1e-20)
}

for (const rateHz of [8000, 11_025, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]) {
  test(`${rateHz} Hz: speech frequencies pass unchanged, in level and in time`, (t) => {
    for (const hz of [200, 1000, Math.min(3400, rateHz * 0.4)]) {
      const input = tone(hz, rateHz, 0.5)
      const output = convert(input, rateHz)
      t.is(output.length, Math.ceil((input.length * 16_000) / rateHz))
      const expected = tone(hz, 16_000, 0.5)
      let worst = 0
      for (let i = 2000; i < 6000; i++) worst = Math.max(worst, Math.abs(output[i]! - expected[i]!))
      t.true(worst < 0.01, `${hz} Hz differs by ${worst}`)
    }
  })
}

for (const rateHz of [22_050, 32_000, 44_100, 48_000, 96_000]) {
  test(`${rateHz} Hz: what 16 kHz cannot hold does not come back as another sound`, (t) => {
    for (const hz of [8800, 9500, 10_500, rateHz * 0.46]) {
      const level = levelDb(convert(tone(hz, rateHz, 0.5), rateHz))
      t.true(level < -60, `${hz} Hz leaves ${level.toFixed(1)} dB`)
    }
  })
}

for (const rateHz of [8000, 11_025]) {
  test(`${rateHz} Hz: raising the rate adds no images`, (t) => {
    const hz = rateHz * 0.3
    const output = convert(tone(hz, rateHz, 0.5), rateHz)
    const expected = tone(hz, 16_000, 0.5)
    t.true(levelDb(output.map((one, i) => one - expected[i]!)) < -55)
  })
}

test('it does not matter how a stream is cut', (t) => {
  const input = tone(700, 44_100, 0.05)
  const whole = convert(input, 44_100)
  fc.assert(
    fc.property(fc.array(fc.nat(5000), { maxLength: 12 }), (cuts) => {
      const output = convert(input, 44_100, cuts)
      return output.length === whole.length && output.every((one, i) => one === whole[i])
    }),
    { numRuns: 40 },
  )
  t.pass()
})

test('a constant stays a constant', (t) => {
  const output = convert(new Float32Array(44_100).fill(0.5), 44_100)
  for (let i = 500; i < 15_500; i++) t.true(Math.abs(output[i]! - 0.5) < 1e-4)
})
