/**
 * Codecs of FFmpeg's in WebAssembly (audio-file-decoder). It takes whole files, so packets are
 * gathered for a minute or two, joined to a small file and decoded together. Each piece starts with
 * the last packets of the one before, which a decoder needs to get going; their sound is thrown
 * away.
 */
import type { Sound } from '../sound.ts'
import type { Decoded, PacketDecoder } from './decoder.ts'
import { type DecodeWhole, loadFfmpegAudio } from './load-ffmpeg-audio.ts'

export interface PieceFormat {
  /** A file that holds just these packets. */
  join(packets: readonly Uint8Array[]): Uint8Array
  packetsPerPiece: number
  leadInPackets: number
  /** How much of what comes out of `packets` packets belongs to the first `leadIn` of them. */
  leadInSamples(sound: Sound, packets: number, leadIn: number): number
  /** How long the sound of packets is; 0 where that is not known. */
  secondsOf(packets: readonly Uint8Array[]): number
}

/** A damaged packet may end a whole piece: then its halves are tried, down to about a second. */
const SMALLEST_S = 1
/** In packets, where their length is not known. */
const SMALLEST_PIECE = 64
/** Shorter by so much than its packets is not an encoder's beginning or end. */
const SHORT_S = 0.15

export async function ffmpegPieces(format: PieceFormat): Promise<PacketDecoder> {
  const decodeWhole = await loadFfmpegAudio()
  let leadIn: Uint8Array[] = []
  let packets: Uint8Array[] = []

  async function decodePiece(): Promise<Decoded[]> {
    const piece = packets
    packets = []
    if (piece.length === 0) return []
    const before = leadIn
    leadIn = format.leadInPackets > 0 ? piece.slice(-format.leadInPackets) : []
    return decodeTolerantly(decodeWhole, format, before, piece)
  }

  return {
    async decode(packet) {
      packets.push(packet)
      return packets.length < format.packetsPerPiece ? [] : decodePiece()
    },
    flush: decodePiece,
  }
}

async function decodeTolerantly(
  decodeWhole: DecodeWhole,
  format: PieceFormat,
  leadIn: readonly Uint8Array[],
  packets: readonly Uint8Array[],
): Promise<Decoded[]> {
  const all = [...leadIn, ...packets]
  const wantedS = format.secondsOf(packets)
  const decoded = await decodeAll(decodeWhole, format, all)
  const sound = decoded && withoutLeadIn(decoded, format, all.length, leadIn.length)
  const missingS = sound ? wantedS - sound.channels[0]!.length / sound.sampleRateHz : wantedS
  if (sound && missingS < SHORT_S) return [sound]
  const isSmallest = wantedS > 0 ? wantedS <= SMALLEST_S : packets.length <= SMALLEST_PIECE
  if (packets.length === 1 || isSmallest) {
    const hole = { missingS: Math.max(0, missingS) }
    return sound ? [sound, hole] : [hole]
  }
  const middle = packets.length >> 1
  const before = packets.slice(Math.max(0, middle - format.leadInPackets), middle)
  return [
    ...(await decodeTolerantly(decodeWhole, format, leadIn, packets.slice(0, middle))),
    ...(await decodeTolerantly(decodeWhole, format, before, packets.slice(middle))),
  ]
}

/** One packet alone is no file to FFmpeg: it is decoded twice, and half of it taken. */
async function decodeAll(
  decodeWhole: DecodeWhole,
  format: PieceFormat,
  packets: readonly Uint8Array[],
): Promise<Sound | null> {
  const isAlone = packets.length === 1
  const file = format.join(isAlone ? [...packets, ...packets] : packets)
  const sound = await decodeWhole(file).catch(() => null)
  if (!sound || !isAlone) return sound
  return { ...sound, channels: sound.channels.map((one) => one.subarray(0, one.length / 2)) }
}

function withoutLeadIn(
  sound: Sound,
  format: PieceFormat,
  packets: number,
  leadIn: number,
): Sound | null {
  const skip = leadIn === 0 ? 0 : format.leadInSamples(sound, packets, leadIn)
  if ((sound.channels[0]?.length ?? 0) <= skip) return null
  return { ...sound, channels: sound.channels.map((one) => one.subarray(skip)) }
}
