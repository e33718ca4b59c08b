import type { TrackInfo } from '../decoders/decoder.ts'
import type { Hole } from '../sound.ts'

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
