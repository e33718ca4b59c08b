import type { Sound } from '../sound.ts'

/** Decodes the packets of one track. */
export interface PacketDecoder {
  /** Null when the packet gives nothing yet, or nothing at all. @throws when it is damaged */
  decode(packet: Uint8Array): Promise<Sound | null>
  /** What is still inside. */
  flush(): Promise<Sound | null>
}

/** What a container says about its track. */
export interface TrackInfo {
  sampleRateHz: number
  channels: number
  /** The codec's own setup bytes. */
  description: Uint8Array | undefined
}
