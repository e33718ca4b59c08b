/**
 * GSM 06.10 full rate (ETSI EN 300 961) as WAV packs it: 65 bytes hold two frames of 260 bits,
 * lowest bit first. Integer arithmetic as the standard demands it.
 */
import type { PacketDecoder, TrackInfo } from './decoder.ts'
import { type GsmFrame, gsmSynthesis } from './gsm-synthesis.ts'

const BLOCK_BYTES = 65
const AREA_BITS = [6, 6, 5, 5, 4, 4, 3, 3]

export function gsmDecoder({ sampleRateHz }: TrackInfo): PacketDecoder {
  const synthesize = gsmSynthesis()
  return {
    async decode(packet) {
      const samples: number[] = []
      for (let at = 0; at + BLOCK_BYTES <= packet.length; at += BLOCK_BYTES) {
        const take = bitReader(packet.subarray(at, at + BLOCK_BYTES))
        for (let half = 0; half < 2; half++) samples.push(...synthesize(readFrame(take)))
      }
      return [{ channels: [Float32Array.from(samples, (one) => one / 32_768)], sampleRateHz }]
    },
    flush: async () => [],
  }
}

function readFrame(take: (bits: number) => number): GsmFrame {
  const areas = AREA_BITS.map(take)
  const parts = Array.from({ length: 4 }, () => ({
    lag: take(7),
    gain: take(2),
    grid: take(2),
    peak: take(6),
    pulses: Array.from({ length: 13 }, () => take(3)),
  }))
  return { areas, parts }
}

function bitReader(bytes: Uint8Array): (bits: number) => number {
  let at = 0
  return (bits) => {
    let value = 0
    for (let i = 0; i < bits; i++, at++) value |= ((bytes[at >> 3]! >> (at & 7)) & 1) << i
    return value
  }
}
