import { DecodeError } from './decode-error.ts'
import { type Resampler, resampler } from './resample.ts'
import { type Sound, toMono, toPcm16 } from './sound.ts'

interface Options {
  write(samples: Int16Array): Promise<void>
  maxSamples: number
}

export interface SoundWriter {
  /** @throws {DecodeError} `audio_too_long` */
  write(sound: Sound): Promise<void>
  end(): Promise<void>
  /** Written so far, at 16 kHz. */
  samples(): number
}

const RATE_HZ = 16_000
/** Five seconds a message. */
const PIECE_SAMPLES = 16_000 * 5

/** Any rate and any number of channels in, PCM16 mono 16 kHz out. The rate may change on the way, as MP3 allows. */
export function soundWriter({ write, maxSamples }: Options): SoundWriter {
  let rateHz = 0
  let convert: Resampler | null = null
  let held: Int16Array[] = []
  let heldSamples = 0
  let written = 0

  async function take(samples: Float32Array) {
    if (samples.length === 0) return
    held.push(toPcm16(samples))
    heldSamples += samples.length
    if (written + heldSamples > maxSamples) throw new DecodeError('audio_too_long')
    if (heldSamples >= PIECE_SAMPLES) await flushHeld()
  }

  async function flushHeld() {
    if (heldSamples === 0) return
    const joined = new Int16Array(heldSamples)
    let at = 0
    for (const one of held) {
      joined.set(one, at)
      at += one.length
    }
    written += heldSamples
    held = []
    heldSamples = 0
    await write(joined)
  }

  return {
    async write({ channels, sampleRateHz }) {
      if (sampleRateHz !== rateHz) {
        if (convert) await take(convert.flush())
        convert = resampler(sampleRateHz, RATE_HZ)
        rateHz = sampleRateHz
      }
      if (convert) await take(convert.push(toMono(channels)))
    },
    async end() {
      if (convert) await take(convert.flush())
      await flushHeld()
    },
    samples: () => written + heldSamples,
  }
}
