/**
 * AAC by FFmpeg's decoder in WebAssembly (audio-file-decoder). It takes whole files, so packets are
 * gathered for a minute or two, wrapped as ADTS and decoded together. Each piece starts with the
 * last packets of the one before: a decoder needs them to get going, and their sound is thrown
 * away. Each ends with its last packet once more, because the decoder holds one back.
 */
import type { Sound } from '../sound.ts'
import { adtsHeader } from './adts-header.ts'
import type { PacketDecoder, TrackInfo } from './decoder.ts'
import { type DecodeWhole, loadFfmpegAudio } from './load-ffmpeg-audio.ts'

const PACKETS_PER_PIECE = 4096
const LEAD_IN_PACKETS = 4
const SMALLEST_PIECE = 64
const SAMPLES_PER_PACKET = 1024

export async function aacDecoder(track: TrackInfo): Promise<PacketDecoder> {
  const decodeWhole = await loadFfmpegAudio()
  // Packets of an ADTS stream come with their headers; those of a container need one.
  const header = track.description && adtsHeader(track)
  let leadIn: Uint8Array[] = []
  let packets: Uint8Array[] = []

  async function decodePiece(): Promise<Sound | null> {
    const piece = packets
    packets = []
    if (piece.length === 0) return null
    const before = leadIn
    leadIn = piece.slice(-LEAD_IN_PACKETS)
    return decodeTolerantly(decodeWhole, before, piece)
  }

  return {
    async decode(packet) {
      packets.push(header ? Buffer.concat([header(packet.length), packet]) : packet)
      return packets.length < PACKETS_PER_PIECE ? null : decodePiece()
    },
    flush: decodePiece,
  }
}

/** One damaged packet ends a whole piece; then its halves are tried, down to a second or two. */
async function decodeTolerantly(
  decodeWhole: DecodeWhole,
  leadIn: Uint8Array[],
  packets: Uint8Array[],
): Promise<Sound | null> {
  const all = [...leadIn, ...packets]
  const decoded = await decodeWhole(Buffer.concat([...all, all.at(-1)!])).catch(() => null)
  if (decoded) {
    const { samples, sampleRateHz } = decoded
    // With SBR the decoder gives twice the samples of the core.
    const perPacket = Math.round(samples.length / all.length / SAMPLES_PER_PACKET) || 1
    const skip = leadIn.length * perPacket * SAMPLES_PER_PACKET
    if (samples.length > skip) return { channels: [samples.subarray(skip)], sampleRateHz }
  }
  if (packets.length <= SMALLEST_PIECE) return null
  const middle = packets.length >> 1
  const first = await decodeTolerantly(decodeWhole, leadIn, packets.slice(0, middle))
  const rest = packets.slice(Math.max(0, middle - LEAD_IN_PACKETS), middle)
  const second = await decodeTolerantly(decodeWhole, rest, packets.slice(middle))
  if (!first || !second) return first ?? second
  const sound = [first.channels[0]!, second.channels[0]!]
  return { channels: [concat(sound)], sampleRateHz: first.sampleRateHz }
}

function concat([first, second]: Float32Array[]): Float32Array {
  const joined = new Float32Array(first!.length + second!.length)
  joined.set(first!)
  joined.set(second!, first!.length)
  return joined
}
