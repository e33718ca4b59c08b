/** What a microphone, a line or a room does to a scene: same turns, same times, other sound. */
import {
  bandPass,
  convolve,
  fromDb,
  joined,
  mixIn,
  powerOf,
  RATE_HZ,
  randomNumbers,
  resample,
  throughMuLaw,
} from './dsp.ts'
import { type Clip, roomTone, type Scene, samplesIn } from './scene.ts'

const ROOM_DECAY_S = 0.5
const COUGH_EVERY = 3

type Condition = (scene: Scene) => Scene

/** 300 to 3400 Hz, 8 kHz, µ-law, and back to 16 kHz. */
export const throughTelephone: Condition = onChannels((samples) => {
  const narrow = resample(bandPass(samples, 300, 3400), RATE_HZ, 8000)
  return fitted(resample(throughMuLaw(narrow), 8000, RATE_HZ), samples.length)
})

/** A microphone across the room: as much sound arrives from the walls as from the mouth. */
export const fromAfar: Condition = onChannels((samples) => {
  const heard = fitted(convolve(samples, roomResponse()), samples.length)
  const gain = Math.sqrt(powerOf(samples) / powerOf(heard))
  return heard.map((sample) => 0.5 * gain * sample)
})

/** 30 dB below; the room stays as loud as it was. */
export const spokenQuietly: Condition = onChannels((samples) => {
  const quiet = roomTone(samples.length, 5)
  mixIn(quiet, samples, 0, fromDb(-30))
  return quiet
})

/** Noise under the whole at a ratio to the voices, pauses left out. */
export function inNoise(makeNoise: (length: number) => Float32Array, snrDb: number): Condition {
  return (scene) => {
    const noise = makeNoise(scene.channels[0]!.length)
    const gain = fromDb(-snrDb) * Math.sqrt(voicePower(scene) / powerOf(noise))
    return onChannels((samples) => {
      const mixed = samples.slice()
      mixIn(mixed, noise, 0, gain)
      return mixed
    })(scene)
  }
}

/** Coughs in the pauses, from half a second of pause on, after every third turn. */
export const withCoughs: Condition = (scene) =>
  onChannels((samples) => {
    const coughed = samples.slice()
    const gain = 3 * Math.sqrt(voicePower(scene))
    for (const [index, { end_ms }] of scene.turns.entries()) {
      const next = scene.turns[index + 1]?.start_ms ?? end_ms
      if (index % COUGH_EVERY !== 0 || next - end_ms < 500) continue
      const sound = cough(100 + index).subarray(0, samplesIn(next - end_ms - 100))
      mixIn(coughed, sound, samplesIn(end_ms + 50), gain)
    }
    return coughed
  })(scene)

function onChannels(change: (samples: Float32Array) => Float32Array): Condition {
  return ({ channels, turns }) => ({ turns, channels: channels.map(change) })
}

function voicePower({ channels, turns }: Scene): number {
  const spans = turns.map(({ channel, start_ms, end_ms }) => {
    const [from, to] = [samplesIn(start_ms), samplesIn(end_ms)]
    return { length: to - from, power: powerOf(channels[channel]!, from, to) }
  })
  const length = spans.reduce((sum, span) => sum + span.length, 0)
  return spans.reduce((sum, span) => sum + span.power * span.length, 0) / length
}

/** The mouth, then walls that fade by 60 dB within the decay, with the mouth's energy. */
function roomResponse(): Float32Array {
  const random = randomNumbers(21)
  const response = new Float32Array(Math.round(1.2 * ROOM_DECAY_S * RATE_HZ))
  for (let i = samplesIn(4); i < response.length; i++)
    response[i] = random() * 10 ** ((-3 * i) / (ROOM_DECAY_S * RATE_HZ))
  const walls = Math.sqrt(powerOf(response) * response.length)
  const scaled = response.map((sample) => sample / walls)
  scaled[0] = 1
  return scaled
}

function fitted(samples: Float32Array, length: number): Float32Array {
  const exact = new Float32Array(length)
  exact.set(samples.subarray(0, length))
  return exact
}

/**
 * What hospitals have besides voices, made here.
 *
 * A ventilator: rushing air, low in pitch, and the hum of its blades.
 */
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
