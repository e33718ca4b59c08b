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
): Pick<Container, 'codec' | 'track' | 'lastsS' | 'pieces'> {
  const step = unitBytes * Math.max(1, Math.floor(PIECE_BYTES / Math.max(1, unitBytes)))
  const secondsOf = (bytes: number) => ((bytes / unitBytes) * unitSamples) / track.sampleRateHz
  return {
    codec,
    track,
    lastsS: secondsOf(to - from),
    async *pieces() {
      for (let at = from; at < to; at += step) {
        const data = await source.read(at, Math.min(at + step, to))
        if (data.length === 0) return
        yield { data, durationS: secondsOf(data.length) }
      }
    },
  }
}
