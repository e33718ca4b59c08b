import { channelLevel, silentChannels } from '../../core/recording/channel-level.ts'
import { type ChannelMix, channelMix } from './channel-mix.ts'
import { DecodeError } from './protocol.ts'
import { type Resampler, resampler } from './resample.ts'
import { type Sound, toPcm16 } from './sound.ts'

interface Options {
  /** An array per channel, all of one length. */
  write(samples: Int16Array[]): Promise<void>
  maxSamples: number
  /** 1: whatever comes is one sound. 2: the two channels that come are kept apart. */
  channels: 1 | 2
}

export interface SoundWriter {
  /**
   * @throws {DecodeError} `audio_too_long`; `audio_invalid` where channels are to be kept apart
   * that are not two
   */
  write(sound: Sound): Promise<void>
  /** In place of sound that is missing. */
  silence(seconds: number): Promise<void>
  /** Flushes the samples that a filter still holds: the next sound begins at `samples`. */
  settle(): Promise<void>
  end(): Promise<void>
  /** Written so far per channel, at 16 kHz. */
  samples(): number
  /** Channels as they came that never had a sound while another had; from 0. */
  silentChannels(): number[]
}

const RATE_HZ = 16_000
/** Five seconds a message. */
const PIECE_SAMPLES = 16_000 * 5

/** Any rate in, PCM16 16 kHz out. Rate and channels may change on the way, as MP3 allows. */
export function soundWriter({ write, maxSamples, channels: wanted }: Options): SoundWriter {
  let rateHz = 0
  let converters: Resampler[] = []
  let mix: ChannelMix | null = null
  const levels = new Map<number, ReturnType<typeof channelLevel>>()
  let held: Int16Array[][] = []
  let heldSamples = 0
  let written = 0

  function arrange(count: number, sampleRateHz: number) {
    if (wanted === 2 && count !== 2) throw new DecodeError('audio_invalid')
    rateHz = sampleRateHz
    converters = Array.from({ length: count }, () => resampler(sampleRateHz, RATE_HZ))
    mix = wanted === 1 && count > 1 ? channelMix(count) : null
  }

  /** @param channels as they came, at 16 kHz */
  async function takeChannels(channels: Float32Array[]) {
    for (const [channel, samples] of channels.entries()) {
      const level = levels.get(channel) ?? channelLevel()
      levels.set(channel, level)
      level.push(samples, 1)
    }
    await take(mix ? [mix.push(channels)] : channels)
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

  async function settle() {
    if (converters.length === 0) return
    await takeChannels(converters.map((convert) => convert.flush()))
    if (mix) await take([mix.flush()])
    converters = []
  }

  return {
    async write({ channels, sampleRateHz }) {
      if (sampleRateHz !== rateHz || channels.length !== converters.length) {
        await settle()
        arrange(channels.length, sampleRateHz)
      }
      await takeChannels(channels.map((samples, i) => converters[i]!.push(samples)))
    },
    async silence(seconds) {
      await settle()
      let left = Math.round(seconds * RATE_HZ)
      for (; left > 0; left -= PIECE_SAMPLES) {
        const length = Math.min(left, PIECE_SAMPLES)
        await take(Array.from({ length: wanted }, () => new Float32Array(length)))
      }
    },
    settle,
    async end() {
      await settle()
      await flushHeld()
    },
    samples: () => written + heldSamples,
    silentChannels: () => silentChannels([...levels.values()].map((level) => level.loudest())),
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
