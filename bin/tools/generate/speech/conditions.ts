/** What a microphone, a line or a room does to a scene: same turns, same times, other sound. */
import {
  bandPass,
  convolve,
  fromDb,
  mixIn,
  powerOf,
  RATE_HZ,
  randomNumbers,
  resample,
  throughMuLaw,
} from './dsp.ts'
import { cough } from './noises.ts'
import { roomTone, type Scene, samplesIn } from './scene.ts'

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
