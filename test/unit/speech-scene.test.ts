import test from 'ava'
import { inNoise, pinkNoise, throughTelephone } from '../../bin/tools/generate/speech/conditions.ts'
import {
  bandPass,
  convolve,
  powerOf,
  RATE_HZ,
  randomNumbers,
} from '../../bin/tools/generate/speech/dsp.ts'
import { layOut, trimmed, voiceBounds } from '../../bin/tools/generate/speech/scene.ts'

test('the voice of a recording is found within 20 ms', (t) => {
  const { from, to } = voiceBounds(voiceAmongSilence())
  t.true(Math.abs(from - RATE_HZ) <= RATE_HZ / 50)
  t.true(Math.abs(to - 2 * RATE_HZ) <= RATE_HZ / 50)
})

test('a pause lies between clips, and a negative one lets the next clip begin earlier', (t) => {
  const clip = (speaker: string) => trimmed({ speaker, text: 'a', samples: voiceAmongSilence() })
  const clips = [clip('doctor'), clip('patient'), clip('doctor')]
  const channelOf = (speaker: string) => (speaker === 'doctor' ? 0 : 1)
  const { turns, channels } = layOut(clips, { pauseMs: (i) => (i === 0 ? 1000 : -500), channelOf })
  t.is(channels.length, 2)
  t.deepEqual(
    turns.map(({ channel }) => channel),
    [0, 1, 0],
  )
  // Each clip keeps 50 ms of silence at both ends.
  t.true(Math.abs(turns[1]!.start_ms - turns[0]!.end_ms - 1100) <= 20)
  t.true(turns[2]!.start_ms < turns[1]!.end_ms)
})

test('noise is mixed at its ratio to the voices', (t) => {
  const samples = voiceAmongSilence()
  const scene = {
    channels: [samples],
    turns: [{ start_ms: 1000, end_ms: 2000, speaker: 'a', text: 'a', channel: 0 }],
  }
  const [mixed] = inNoise(pinkNoise, 10)(scene).channels
  const noise = mixed!.map((sample, i) => sample - samples[i]!)
  const ratio = powerOf(samples, RATE_HZ, 2 * RATE_HZ) / powerOf(noise)
  t.true(Math.abs(10 * Math.log10(ratio) - 10) < 0.1)
})

test('a telephone keeps 1 kHz and neither 100 Hz nor 5 kHz', (t) => {
  const kept = (hz: number) => {
    const [heard] = throughTelephone({ channels: [tone(hz)], turns: [] }).channels
    return Math.sqrt(powerOf(heard!, 4000, 12_000) / powerOf(tone(hz), 4000, 12_000))
  }
  t.true(Math.abs(kept(1000) - 1) < 0.05)
  t.true(kept(100) < 0.05)
  t.true(kept(5000) < 0.05)
  t.true(powerOf(bandPass(tone(1000), 2000, 3000), 4000, 12_000) < 1e-4)
})

test('fast convolution equals the plain sum', (t) => {
  const random = randomNumbers(3)
  const [samples, kernel] = [700, 50].map((length) => Float32Array.from({ length }, random))
  const fast = convolve(samples!, kernel!)
  t.is(fast.length, 749)
  for (const at of [0, 10, 199, 400, 748]) {
    let sum = 0
    for (let k = 0; k < 50; k++) sum += kernel![k]! * (samples![at - k] ?? 0)
    t.true(Math.abs(fast[at]! - sum) < 1e-4)
  }
})

/** A second of tone after a second of faint noise, and another second of it. */
function voiceAmongSilence(): Float32Array {
  const random = randomNumbers(7)
  return Float32Array.from({ length: 3 * RATE_HZ }, (_, i) => {
    const voice = Math.floor(i / RATE_HZ) === 1 ? 0.3 * Math.sin(i / 10) : 0
    return voice + 0.001 * random()
  })
}

function tone(hz: number): Float32Array {
  return Float32Array.from(
    { length: RATE_HZ },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ),
  )
}
