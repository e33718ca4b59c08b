/** Sound without speech, made here: what a consulting room has besides voices. */

const RATE = 16_000

/** The same numbers every time. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

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
  'keys being typed'(seconds) {
    const random = randomNumbers(4)
    return fill(seconds, (i) => 0.5 * random() * Math.exp(-(i % 3200) / 60))
  },
}
