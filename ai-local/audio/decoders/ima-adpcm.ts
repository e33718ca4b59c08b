import type { PacketDecoder, TrackInfo } from '../sound.ts'

/**
 * IMA ADPCM as WAV holds it (Microsoft's DVI ADPCM, IMA "Recommended Practices for Enhancing
 * Digital Audio Compatibility", 1992): blocks that begin anew, four bits a sample, eight samples of
 * one channel and then of the next.
 */
export function imaAdpcmDecoder({ channels, sampleRateHz, blockBytes = 0 }: TrackInfo) {
  const decoder: PacketDecoder = {
    async decode(packet) {
      const sound = Array.from({ length: channels }, () => [] as number[])
      for (let at = 0; at + channels * 4 < packet.length; at += blockBytes)
        decodeBlock(packet.subarray(at, at + blockBytes), sound)
      return [{ channels: sound.map((one) => Float32Array.from(one)), sampleRateHz }]
    },
    flush: async () => [],
  }
  return decoder
}

function decodeBlock(block: Uint8Array, sound: number[][]) {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const count = sound.length
  const states = sound.map((samples, channel) => {
    const predicted = view.getInt16(channel * 4, true)
    samples.push(predicted / 32_768)
    return { predicted, index: Math.min(88, view.getUint8(channel * 4 + 2)) }
  })
  const groupBytes = 4 * count
  for (let at = groupBytes; at + groupBytes <= block.length; at += groupBytes)
    for (const [channel, state] of states.entries())
      for (let i = 0; i < 4; i++) {
        const byte = block[at + channel * 4 + i]!
        sound[channel]!.push(next(state, byte & 15), next(state, byte >> 4))
      }
}

function next(state: { predicted: number; index: number }, nibble: number): number {
  const step = STEPS[state.index]!
  let change = step >> 3
  if (nibble & 1) change += step >> 2
  if (nibble & 2) change += step >> 1
  if (nibble & 4) change += step
  const predicted = state.predicted + (nibble & 8 ? -change : change)
  state.predicted = Math.max(-32_768, Math.min(32_767, predicted))
  state.index = Math.max(0, Math.min(88, state.index + INDEX_CHANGES[nibble & 7]!))
  return state.predicted / 32_768
}

const INDEX_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8]

const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
  80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
  544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
  2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10_442,
  11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086, 29_794, 32_767,
]
