import { ADTS_RATES, adtsHeader } from './adts-header.ts'
import type { PacketDecoder, TrackInfo } from './decoder.ts'
import { ffmpegPieces } from './ffmpeg-pieces.ts'

const SAMPLES_PER_PACKET = 1024

/** AAC, each packet wrapped as ADTS. */
export async function aacDecoder(track: TrackInfo): Promise<PacketDecoder> {
  // Packets of an ADTS stream come with their headers; those of a container need one.
  const header = track.description && adtsHeader(track)
  const coreRateHz = track.description ? coreRateOf(track) : track.sampleRateHz
  const decoder = await ffmpegPieces({
    // The last packet stands there once more, because the decoder holds one back.
    join: (packets) => Buffer.concat([...packets, packets.at(-1)!]),
    packetsPerPiece: 4096,
    leadInPackets: 4,
    leadInSamples({ channels }, packets, leadIn) {
      // With SBR the decoder gives twice the samples of the core.
      const factor = Math.round(channels[0]!.length / packets / SAMPLES_PER_PACKET) || 1
      return leadIn * factor * SAMPLES_PER_PACKET
    },
    secondsOf: (packets) => (packets.length * SAMPLES_PER_PACKET) / coreRateHz,
  })
  return {
    decode: (packet) =>
      decoder.decode(header ? Buffer.concat([header(packet.length), packet]) : packet),
    flush: decoder.flush,
  }
}

/** Without what SBR adds: the rate that the packets themselves are counted in. */
function coreRateOf(track: TrackInfo): number {
  const header = adtsHeader(track)(0)
  return ADTS_RATES[(header[2]! >> 2) & 15] ?? track.sampleRateHz
}
