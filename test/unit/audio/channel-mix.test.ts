/** Two channels that are one sound: nothing of a voice is lost in the sum. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { readWavSamples } from '../../../ai-local/whisper/wav.ts'
import { decodeBytes } from '../../helpers/decode-bytes.ts'
import { noise } from '../../helpers/recording-sound.ts'
import { wavBytes } from '../../helpers/wav-bytes.ts'

const voiceUrl = new URL('../../fixtures/speech/fala-2.wav', import.meta.url)
const voice = readWavSamples(readFileSync(fileURLToPath(voiceUrl)))

type Change = (sample: number, i: number) => number

const changed = (change: Change) => Int16Array.from(voice, change)
const hiss = (seed: number, level: number) => {
  const random = noise(voice.length, seed)
  return (i: number) => (random[i]! / 32_768) * level
}

/** How much of the voice is in the sound, whatever its sign: 1 is all of it. */
function likeness(sound: Int16Array): number {
  let [product, power, voicePower] = [0, 0, 0]
  for (const [i, sample] of sound.entries()) {
    product += sample * voice[i]!
    power += sample * sample
    voicePower += voice[i]! * voice[i]!
  }
  return Math.abs(product) / Math.sqrt(power * voicePower)
}

const level = (sound: Int16Array) =>
  Math.sqrt(sound.reduce((sum, one) => sum + one * one, 0) / sound.length)

const later =
  (samples: number, sign: number): Change =>
  (_, i) =>
    sign * (voice[i - samples] ?? 0)
const [noise1, noise2, noise3, noise4] = [hiss(1, 600), hiss(2, 600), hiss(3, 500), hiss(4, 120)]
const half = voice.length >> 1

const isHeard = test.macro({
  title: (_, what) => `a voice ${what} is heard at its level`,
  async exec(t, _what: string, left: Int16Array, right: Int16Array) {
    const { sound } = await decodeBytes(wavBytes([left, right]))
    t.is(sound[0]!.length, voice.length)
    t.true(level(sound[0]!) > 0.7 * level(voice), `level ${level(sound[0]!) / level(voice)}`)
    // One that is late by some ms is like itself, not like the one in time.
    t.true(likeness(sound[0]!) > 0.85, `likeness ${likeness(sound[0]!)}`)
  },
})

const same = changed((s) => s)
const opposite = changed((s) => -s)
test(isHeard, 'on both sides alike', same, same)
test(isHeard, 'with opposite signs', same, opposite)
test(
  isHeard,
  'with opposite signs in noise',
  changed((s, i) => s + noise1(i)),
  changed((s, i) => -s + noise2(i)),
)
test(
  isHeard,
  'with opposite signs and a constant voltage',
  changed((s) => s + 3000),
  changed((s) => -s + 3000),
)
test(
  isHeard,
  'with opposite signs, one softer',
  same,
  changed((s) => -0.5 * s),
)
test(isHeard, 'with opposite signs, 3 ms late', same, changed(later(48, -1)))
test(isHeard, 'with the same sign, 5 ms late', same, changed(later(80, 1)))
test(
  isHeard,
  'with opposite signs in the second half only',
  same,
  changed((s, i) => (i < half ? s : -s)),
)
test(
  isHeard,
  'that only partly cancels',
  same,
  changed((s, i) => -0.8 * s + noise3(i)),
)
test(
  isHeard,
  'on the left side only',
  same,
  changed(() => 0),
)
test(
  isHeard,
  'on the right side only',
  changed(() => 0),
  same,
)

test('voices of two channels are both in the mix, with their relative levels', async (t) => {
  const other = Int16Array.from(voice, (_, i) => voice[(i + half) % voice.length]!)
  const { sound } = await decodeBytes(wavBytes([voice, other]))
  const sum = Int16Array.from(voice, (one, i) => Math.round((one + other[i]!) / 2))
  let [product, power, wanted] = [0, 0, 0]
  for (const [i, sample] of sound[0]!.entries()) {
    product += sample * sum[i]!
    power += sample * sample
    wanted += sum[i]! * sum[i]!
  }
  t.true(product / Math.sqrt(power * wanted) > 0.8)
})

test('two equal channels become one of them, bit for bit', async (t) => {
  const { sound, unused } = await decodeBytes(wavBytes([voice, voice]))
  t.deepEqual(sound[0], voice)
  t.deepEqual(unused, [])
})

test('a channel without sound is reported by number; one with little sound is not', async (t) => {
  const silence = new Int16Array(voice.length)
  const dc = Int16Array.from(voice, () => 500)
  const room = Int16Array.from(voice, (_, i) => Math.round(noise4(i)))
  const told = async (left: Int16Array, right: Int16Array, channels: 1 | 2 = 1) =>
    (await decodeBytes(wavBytes([left, right]), { channels })).unused
  t.deepEqual(await told(voice, silence), [{ code: 'channel_silent', channel: 1 }])
  t.deepEqual(await told(dc, voice), [{ code: 'channel_silent', channel: 0 }])
  t.deepEqual(await told(voice, silence, 2), [{ code: 'channel_silent', channel: 1 }])
  t.deepEqual(await told(voice, room), [])
  t.is((await told(silence, silence)).length, 2)
})
