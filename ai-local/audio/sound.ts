/** Decoded sound on its way to PCM16. */
export interface Sound {
  /** One array per channel, −1 to 1. */
  channels: Float32Array[]
  sampleRateHz: number
}

export interface Hole {
  /** How much time is missing; 0 where nobody can tell. */
  missingS: number
}

/** Clipped at full scale; what is not a number is silence. */
export function toPcm16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => {
    const scaled = Math.round((sample || 0) * 32_768)
    return Math.max(-32_768, Math.min(32_767, scaled))
  })
}

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
