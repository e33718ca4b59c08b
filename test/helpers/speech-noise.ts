/** Sound without speech, made here: what a consulting room has besides voices. */

import { randomNumbers } from '../../bin/tools/generate/speech/dsp.ts'

const RATE = 16_000

function fill(seconds: number, sample: (i: number) => number): Int16Array {
  return Int16Array.from({ length: seconds * RATE }, (_, i) => Math.round(sample(i) * 32_767))
}

const tone = (hz: number, i: number) => Math.sin((2 * Math.PI * hz * i) / RATE)

export const NOISES: Record<string, (seconds: number) => Int16Array> = {
  silence: (seconds) => new Int16Array(seconds * RATE),
  'white noise'(seconds) {
    const random = randomNumbers(1)
    return fill(seconds, () => 0.1 * random())
  },
  'the quiet of a room'(seconds) {
    const random = randomNumbers(2)
    return fill(seconds, () => 0.002 * random())
  },
  'pink noise, like an air conditioner'(seconds) {
    const random = randomNumbers(3)
    const rows = new Float64Array(12)
    return fill(seconds, (i) => {
      const row = Math.min(11, Math.clz32((i + 1) & -(i + 1)) ^ 31)
      rows[row] = random()
      return (0.25 * rows.reduce((sum, value) => sum + value, 0)) / 12
    })
  },
  'mains hum': (seconds) =>
    fill(seconds, (i) => 0.1 * tone(60, i) + 0.05 * tone(120, i) + 0.02 * tone(180, i)),
  'music-like chords'(seconds) {
    const chords = [
      [262, 330, 392],
      [220, 262, 330],
      [175, 220, 262],
      [196, 247, 294],
    ]
    return fill(seconds, (i) => {
      const step = Math.floor(i / (RATE / 2))
      const chord = chords[step % chords.length]!
      const fade = Math.exp((-3 * (i % (RATE / 2))) / (RATE / 2))
      return 0.15 * fade * chord.reduce((sum, hz) => sum + tone(hz, i) + 0.3 * tone(2 * hz, i), 0)
    })
  },
  'a beeping monitor': (seconds) =>
    fill(seconds, (i) => (i % RATE < RATE / 8 ? 0.3 * tone(960, i) : 0)),
  'brown noise, like traffic behind a window'(seconds) {
    const random = randomNumbers(5)
    let level = 0
    return fill(seconds, () => {
      level = 0.998 * level + 0.02 * random()
      return Math.max(-1, Math.min(1, level))
    })
  },
  'breath in and out'(seconds) {
    const random = randomNumbers(6)
    let [fast, slow] = [0, 0]
    return fill(seconds, (i) => {
      const noise = random()
      fast += 0.5 * (noise - fast)
      slow += 0.08 * (noise - slow)
      // Four seconds a breath; in is shorter and brighter than out.
      const phase = (i % (4 * RATE)) / (4 * RATE)
      const [inward, outward] = [phase < 0.35, phase > 0.45 && phase < 0.9]
      const swell = inward ? Math.sin((Math.PI * phase) / 0.35) : 0
      const ebb = outward ? Math.sin((Math.PI * (phase - 0.45)) / 0.45) : 0
      return 0.12 * swell * (fast - slow) + 0.15 * ebb * slow
    })
  },
  'a tone that rises and falls': (seconds) => {
    let phase = 0
    return fill(seconds, (i) => {
      phase += (2 * Math.PI * (600 + 400 * tone(0.2, i))) / RATE
      return 0.2 * Math.sin(phase)
    })
  },
  'a tune on one string'(seconds) {
    const tune = [262, 294, 330, 349, 392, 349, 330, 294]
    let phase = 0
    return fill(seconds, (i) => {
      const beat = i % (0.4 * RATE)
      const hz = tune[Math.floor(i / (0.4 * RATE)) % tune.length]! * (1 + 0.008 * tone(5.5, i))
      phase += (2 * Math.PI * hz) / RATE
      const string = [1, 0.5, 0.33, 0.25, 0.15].reduce(
        (sum, share, n) => sum + share * Math.sin((n + 1) * phase),
        0,
      )
      return 0.15 * Math.exp((-2.5 * beat) / (0.4 * RATE)) * string
    })
  },
  'knocks on a door'(seconds) {
    const random = randomNumbers(7)
    return fill(seconds, (i) => {
      const since = i % (3 * RATE)
      const knock = since < 0.9 * RATE ? since % (0.3 * RATE) : RATE
      return 0.6 * Math.exp(-knock / 250) * (tone(110, knock) + 0.3 * random())
    })
  },
  'keys being typed'(seconds) {
    const random = randomNumbers(4)
    return fill(seconds, (i) => 0.5 * random() * Math.exp(-(i % 3200) / 60))
  },
}
