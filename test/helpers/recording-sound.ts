import { createHash } from 'node:crypto'
import { encodeFrame } from '../../core/contract/frames.ts'

/**
 * Noise that is the same for the same seed, so that no two frames are alike and a swapped one is
 * found out.
 */
export function noise(samples: number, seed = 1): Int16Array {
  let state = seed >>> 0 || 1
  return Int16Array.from({ length: samples }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) - 32_768
  })
}

export function sha256(samples: Int16Array): string {
  const { buffer, byteOffset, byteLength } = samples
  return createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex')
}

/** The sound as encoded frames, in order. */
export function framesOf(sound: Int16Array, samplesPerFrame = 1600, channel = 0) {
  const frames: Uint8Array<ArrayBuffer>[] = []
  for (let offset = 0; offset < sound.length; offset += samplesPerFrame) {
    const samples = sound.slice(offset, offset + samplesPerFrame)
    frames.push(encodeFrame({ channel, sequence: frames.length, offset, samples }))
  }
  return frames
}
