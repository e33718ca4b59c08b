/** What hospitals have besides voices, made here. */
import { bandPass, joined, mixIn, RATE_HZ, randomNumbers } from './dsp.ts'
import type { Clip } from './scene.ts'

/** A ventilator: rushing air, low in pitch, and the hum of its blades. */
export function fanNoise(length: number): Float32Array {
  const random = randomNumbers(11)
  let level = 0
  const noise = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    level += 0.12 * (random() - level)
    const hum = 0.02 * Math.sin((2 * Math.PI * 118 * i) / RATE_HZ)
    noise[i] = level + hum + 0.05 * random()
  }
  return noise
}

/** Each octave as loud as the next: white noise through Kellet's filter. */
export function pinkNoise(length: number): Float32Array {
  const random = randomNumbers(12)
  const noise = new Float32Array(length)
  let [low, middle, high] = [0, 0, 0]
  for (let i = 0; i < length; i++) {
    const white = random()
    low = 0.99765 * low + white * 0.099046
    middle = 0.963 * middle + white * 0.2965164
    high = 0.57 * high + white * 1.0526913
    noise[i] = 0.1 * (low + middle + high + white * 0.1848)
  }
  return noise
}

/** Mains of 60 Hz with two harmonics. */
export function mainsHum(length: number): Float32Array {
  const tone = (hz: number, i: number) => Math.sin((2 * Math.PI * hz * i) / RATE_HZ)
  return Float32Array.from(
    { length },
    (_, i) => 0.2 * tone(60, i) + 0.1 * tone(180, i) + 0.05 * tone(300, i),
  )
}

/** As many people as there are lists of clips, talking at once without a pause. */
export function babbleNoise(length: number, talkers: readonly (readonly Clip[])[]): Float32Array {
  const noise = new Float32Array(length)
  for (const [index, clips] of talkers.entries()) {
    const talk = joined(clips.map(({ samples }) => samples))
    for (let at = -index * 3 * RATE_HZ; at < length; at += talk.length) mixIn(noise, talk, at)
  }
  return noise
}

/** A cough: a burst of air, then a shorter one, each with a rough voice in it. */
export function cough(seed: number): Float32Array {
  const random = randomNumbers(seed)
  const bursts = [
    { at: 0, ms: 260 },
    { at: 0.42 + 0.05 * random(), ms: 200 },
  ]
  const raw = new Float32Array(Math.round(0.9 * RATE_HZ))
  for (const { at, ms } of bursts)
    for (let i = 0; i < ms * 16; i++) {
      const rise = Math.min(1, i / 120)
      const fall = Math.exp((-4 * i) / (ms * 16))
      const voice = (i * (140 + 20 * fall)) % RATE_HZ < RATE_HZ / 3 ? 0.5 : -0.25
      raw[Math.round(at * RATE_HZ) + i]! += 0.5 * rise * fall * (random() + voice)
    }
  return bandPass(raw, 250, 4000)
}
