import type { PacketDecoder, TrackInfo } from '../sound.ts'

/**
 * Microsoft ADPCM (Microsoft, "New Multimedia Data Types and Data Techniques", 1994): blocks that
 * begin anew with two samples, each further one four bits beside what the two before it lead to.
 */
export function msAdpcmDecoder(track: TrackInfo): PacketDecoder {
  const { channels, sampleRateHz, blockBytes = 0 } = track
  const pairs = pairsOf(track.description)
  return {
    async decode(packet) {
      const sound = Array.from({ length: channels }, () => [] as number[])
      for (let at = 0; at + channels * 7 <= packet.length; at += blockBytes)
        decodeBlock(packet.subarray(at, at + blockBytes), pairs, sound)
      return [{ channels: sound.map((one) => Float32Array.from(one)), sampleRateHz }]
    },
    flush: async () => [],
  }
}

/** Pairs of the header's extension: samples a block, count, pairs. By default the usual seven. */
function pairsOf(extension: Uint8Array | undefined): number[][] {
  const view = Buffer.from(extension ?? [])
  const count = view.length >= 4 ? view.readUInt16LE(2) : 0
  if (count === 0 || view.length < 4 + count * 4) return USUAL_PAIRS
  return Array.from({ length: count }, (_, i) => [
    view.readInt16LE(4 + i * 4),
    view.readInt16LE(6 + i * 4),
  ])
}

function decodeBlock(block: Uint8Array, pairs: number[][], sound: number[][]) {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const count = sound.length
  const states = sound.map((samples, channel) => {
    const pair = pairs[view.getUint8(channel)] ?? pairs[0]!
    const number = (field: number) => view.getInt16(count * (1 + 2 * field) + channel * 2, true)
    const state = { pair, delta: number(0), newer: number(1), older: number(2) }
    samples.push(state.older / 32_768, state.newer / 32_768)
    return state
  })
  let channel = 0
  for (const byte of block.subarray(7 * count))
    for (const nibble of [byte >> 4, byte & 15]) {
      sound[channel]!.push(next(states[channel]!, nibble))
      channel = (channel + 1) % count
    }
}

interface State {
  pair: number[]
  delta: number
  newer: number
  older: number
}

function next(state: State, nibble: number): number {
  const [first = 0, second = 0] = state.pair
  const led = (state.newer * first + state.older * second) >> 8
  const sample = led + (nibble < 8 ? nibble : nibble - 16) * state.delta
  state.older = state.newer
  state.newer = Math.max(-32_768, Math.min(32_767, sample))
  state.delta = Math.max(16, Math.trunc((ADAPTATION[nibble]! * state.delta) / 256))
  return state.newer / 32_768
}

const ADAPTATION = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]

const USUAL_PAIRS = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
]
