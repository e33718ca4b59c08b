import type { TrackInfo } from '../decoders/decoder.ts'
import type { ByteSource, Container } from './container.ts'

interface RawSound {
  codec: string
  track: TrackInfo
  /** The smallest piece that can be decoded by itself, and how long it is per channel. */
  unitBytes: number
  unitSamples: number
  /** Bytes [from, to) of the file. */
  from: number
  to: number
}

const PIECE_BYTES = 65_536

/** Sound that stands in one stretch of the file, without packets. */
export function rawSound(
  source: ByteSource,
  { codec, track, unitBytes, unitSamples, from, to }: RawSound,
): Pick<Container, 'codec' | 'track' | 'pieces'> {
  const step = unitBytes * Math.max(1, Math.floor(PIECE_BYTES / Math.max(1, unitBytes)))
  return {
    codec,
    track,
    async *pieces() {
      for (let at = from; at < to; at += step) {
        const data = await source.read(at, Math.min(at + step, to))
        if (data.length === 0) return
        const durationS = ((data.length / unitBytes) * unitSamples) / track.sampleRateHz
        yield { data, durationS }
      }
    },
  }
}
