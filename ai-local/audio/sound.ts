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
