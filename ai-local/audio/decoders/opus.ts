import { OpusDecoder } from 'opus-decoder'
import type { PacketDecoder, Sound, TrackInfo } from '../sound.ts'

/** Opus decodes at 16 kHz by itself: no resampling, and a third of the work. */
const RATE_HZ = 16_000

export async function opusDecoder(track: TrackInfo): Promise<PacketDecoder> {
  const head = readHead(track)
  const decoder = new OpusDecoder({ sampleRate: RATE_HZ, ...head })
  await decoder.ready

  return {
    async decode(packet) {
      const { channelData, samplesDecoded, errors } = decoder.decodeFrame(packet)
      if (errors.length > 0) throw new Error('damaged opus packet')
      return samplesDecoded === 0 ? [] : [toSound(channelData, samplesDecoded)]
    },
    flush: async () => [],
  }
}

function toSound(channelData: Float32Array[], samples: number): Sound {
  return { channels: channelData.map((one) => one.slice(0, samples)), sampleRateHz: RATE_HZ }
}

/** The `OpusHead` of RFC 7845 §5.1, where the container has one. */
function readHead({ channels, description }: TrackInfo) {
  const head = description && Buffer.from(description)
  if (!head || head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead')
    return { channels, streamCount: 1, coupledStreamCount: channels - 1, preSkip: 0 }
  // In samples at 48 kHz on the wire.
  const preSkip = Math.round(head.readUInt16LE(10) / 3)
  const count = head[9]!
  if (head[18] === 0 || head.length < 21 + count)
    return { channels: count, streamCount: 1, coupledStreamCount: count - 1, preSkip }
  return {
    channels: count,
    streamCount: head[19]!,
    coupledStreamCount: head[20]!,
    channelMappingTable: [...head.subarray(21, 21 + count)],
    preSkip,
  }
}
