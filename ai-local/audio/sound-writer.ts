import { DecodeError } from './decode-error.ts'
import { type Resampler, resampler } from './resample.ts'
import { type Sound, toMono, toPcm16 } from './sound.ts'

interface Options {
  /** An array per channel, all of one length. */
  write(samples: Int16Array[]): Promise<void>
  maxSamples: number
  /** 1: whatever comes is mixed. 2: the two channels that come are kept apart. */
  channels: 1 | 2
}

export interface SoundWriter {
  /**
   * @throws {DecodeError} `audio_too_long`; `audio_invalid` where channels are to be kept apart
   * that are not two
   */
  write(sound: Sound): Promise<void>
  end(): Promise<void>
  /** Written so far per channel, at 16 kHz. */
  samples(): number
}

const RATE_HZ = 16_000
/** Five seconds a message. */
const PIECE_SAMPLES = 16_000 * 5

/** Any rate in, PCM16 16 kHz out. The rate may change on the way, as MP3 allows. */
export function soundWriter({ write, maxSamples, channels: wanted }: Options): SoundWriter {
  let rateHz = 0
  let converters: Resampler[] = []
  let held: Int16Array[][] = []
  let heldSamples = 0
  let written = 0

  function arrange(channels: Float32Array[]): Float32Array[] {
    if (wanted === 1) return [toMono(channels)]
    if (channels.length !== wanted) throw new DecodeError('audio_invalid')
    return channels
  }

  async function take(channels: Float32Array[]) {
    const samples = channels[0]?.length ?? 0
    if (samples === 0) return
    held.push(channels.map(toPcm16))
    heldSamples += samples
    if (written + heldSamples > maxSamples) throw new DecodeError('audio_too_long')
    if (heldSamples >= PIECE_SAMPLES) await flushHeld()
  }

  async function flushHeld() {
    if (heldSamples === 0) return
    const joined = Array.from({ length: wanted }, (_, channel) =>
      concatenated(
        held.map((piece) => piece[channel]!),
        heldSamples,
      ),
    )
    written += heldSamples
    held = []
    heldSamples = 0
    await write(joined)
  }

  return {
    async write({ channels, sampleRateHz }) {
      if (sampleRateHz !== rateHz) {
        await take(converters.map((convert) => convert.flush()))
        converters = Array.from({ length: wanted }, () => resampler(sampleRateHz, RATE_HZ))
        rateHz = sampleRateHz
      }
      await take(arrange(channels).map((samples, i) => converters[i]!.push(samples)))
    },
    async end() {
      await take(converters.map((convert) => convert.flush()))
      await flushHeld()
    },
    samples: () => written + heldSamples,
  }
}

function concatenated(pieces: Int16Array[], length: number): Int16Array {
  const whole = new Int16Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
