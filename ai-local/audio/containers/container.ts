import type { Hole, TrackInfo } from '../sound.ts'

/** A file as the child sees it. */
export interface ByteSource {
  sizeBytes: number
  read(from: number, to: number): Promise<Uint8Array>
}

/** A piece of the track: as it is encoded, or a stretch of which nothing is there. */
export type Piece = Packet | Hole

export interface Packet {
  data: Uint8Array
  /** How long its sound is: what is missing if it turns out to be damaged. 0: not known. */
  durationS: number
}

/** The sound track of a file, still encoded. */
export interface Container {
  codec: string
  track: TrackInfo
  /** Length of the sound in s, where the number of its bytes tells it. */
  lastsS?: number
  /** In order. Ends where the file ends, whole or not. */
  pieces(): AsyncGenerator<Piece>
  /** Whether the file stops before its own end, known once all pieces were taken. */
  endsEarly(decodedS: number): Promise<boolean>
  /**
   * Where another file begins in this one, once all pieces were taken: two notes joined into one.
   */
  nextFileAt?(): Promise<number | null>
}

/** What is behind `at`, as a file of its own. */
export function sourceFrom({ sizeBytes, read }: ByteSource, at: number): ByteSource {
  return { sizeBytes: sizeBytes - at, read: (from, to) => read(at + from, at + to) }
}

/** Bytes [at, at + length) of a file, fewer at its end. */
type ByteWindow = (at: number, length: number) => Promise<Buffer>

const PIECE_BYTES = 256 << 10

/** Reads ahead, so that looking at every small element of a file in turn costs few reads. */
export function byteWindow({ sizeBytes, read }: ByteSource): ByteWindow {
  let start = 0
  let held: Buffer = Buffer.alloc(0)

  return async (at, length) => {
    const end = Math.min(at + length, sizeBytes)
    if (at >= end) return Buffer.alloc(0)
    if (at < start || end > start + held.length) {
      held = Buffer.from(await read(at, Math.min(Math.max(end, at + PIECE_BYTES), sizeBytes)))
      start = at
    }
    return held.subarray(at - start, end - start)
  }
}

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

const RAW_PIECE_BYTES = 65_536

/** Sound that stands in one stretch of the file, without packets. */
export function rawSound(
  source: ByteSource,
  { codec, track, unitBytes, unitSamples, from, to }: RawSound,
): Pick<Container, 'codec' | 'track' | 'lastsS' | 'pieces'> {
  const step = unitBytes * Math.max(1, Math.floor(RAW_PIECE_BYTES / Math.max(1, unitBytes)))
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
