import test from 'ava'
import { resampler } from '../../../plugin/worklet/resampler.ts'

function tone(frequencyHz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rateHz * seconds }, (_, i) =>
    Math.sin((2 * Math.PI * frequencyHz * i) / rateHz),
  )
}

/** In blocks of 128, as the audio thread hands them over. */
function convert(input: Float32Array, rateHz: number): Float32Array {
  const { push } = resampler(rateHz)
  const parts: number[] = []
  for (let i = 0; i < input.length; i += 128) parts.push(...push(input.subarray(i, i + 128)))
  return Float32Array.from(parts)
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

const decibels = (a: number, b: number) => 20 * Math.log10(a / b)

for (const rateHz of [8000, 22_050, 32_000, 44_100, 48_000, 96_000]) {
  test(`${rateHz} Hz becomes 16 kHz without drift`, (t) => {
    const output = convert(tone(440, rateHz, 4), rateHz)
    t.true(Math.abs(output.length - 64_000) < 200, `${output.length} samples`)
  })

  test(`a voice at ${rateHz} Hz keeps its loudness and pitch`, (t) => {
    const output = convert(tone(1000, rateHz, 1), rateHz).subarray(400, 15_600)
    t.true(Math.abs(decibels(rms(output), Math.SQRT1_2)) < 0.1)
    let crossings = 0
    for (let i = 1; i < output.length; i++) if (output[i - 1]! < 0 && output[i]! >= 0) crossings++
    t.true(Math.abs((crossings * 16_000) / output.length - 1000) < 3)
  })
}

for (const frequencyHz of [8400, 10_000, 15_000, 20_000])
  test(`${frequencyHz} Hz does not fold into what is kept`, (t) => {
    const output = convert(tone(frequencyHz, 48_000, 1), 48_000).subarray(400, -400)
    t.true(decibels(rms(output), Math.SQRT1_2) < -60)
  })

test('how the sound is cut into blocks changes nothing', (t) => {
  const input = tone(700, 44_100, 0.5)
  const whole = resampler(44_100).push(input)
  t.deepEqual(convert(input, 44_100), whole)
})

test('16 kHz passes untouched', (t) => {
  const input = tone(500, 16_000, 0.1)
  t.deepEqual(convert(input, 16_000), input)
})

test('a twin completes as many samples as the one it was made from, block by block', (t) => {
  const first = resampler(44_100)
  first.push(tone(700, 44_100, 0.137))
  const second = first.twin()
  const block = tone(300, 44_100, 1).subarray(0, 128)
  for (let i = 0; i < 400; i++) t.is(first.push(block).length, second.push(block).length)
})
