import type { Hole, Sound } from '../sound.ts'

/** What comes out of packets: sound, or that a stretch of it could not be decoded. */
export type Decoded = Sound | Hole

/** Decodes the packets of one track. */
export interface PacketDecoder {
  /** In order; nothing where the packet gives nothing yet. @throws when it is damaged */
  decode(packet: Uint8Array): Promise<Decoded[]>
  /** What is still inside. */
  flush(): Promise<Decoded[]>
}

/** What a container says about its track. */
export interface TrackInfo {
  sampleRateHz: number
  channels: number
  /** The codec's own setup bytes. */
  description: Uint8Array | undefined
  /** Size of a block, in bytes, for codecs that decode blocks of one size. */
  blockBytes?: number
}
