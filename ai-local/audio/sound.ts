/** Decoded sound on its way to PCM16. */
export interface Sound {
  /** One array per channel, −1 to 1. */
  channels: Float32Array[]
  sampleRateHz: number
}

/** Mean of the channels: what both sides of a stereo file say is kept, at half the level each. */
export function toMono(channels: Float32Array[]): Float32Array {
  if (channels.length === 1) return channels[0]!
  const mono = new Float32Array(channels[0]?.length ?? 0)
  for (const channel of channels)
    for (let i = 0; i < mono.length; i++) mono[i]! += channel[i]! / channels.length
  return mono
}

/** Clipped at full scale; what is not a number is silence. */
export function toPcm16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => {
    const scaled = Math.round((sample || 0) * 32_768)
    return Math.max(-32_768, Math.min(32_767, scaled))
  })
}
