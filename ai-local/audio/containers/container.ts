import type { TrackInfo } from '../decoders/decoder.ts'

/** A file as the child sees it. */
export interface ByteSource {
  sizeBytes: number
  read(from: number, to: number): Promise<Uint8Array>
}

/** The sound track of a file, still encoded. */
export interface Container {
  codec: string
  track: TrackInfo
  /** In order; null where something is damaged. Ends where the file ends, whole or not. */
  packets(): AsyncGenerator<Uint8Array | null>
  /** Whether the file stops before its own end, known once all packets were taken. */
  endsEarly(decodedS: number): Promise<boolean>
}
