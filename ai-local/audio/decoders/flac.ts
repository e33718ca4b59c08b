import type { PacketDecoder, TrackInfo } from '../sound.ts'
import { ffmpegPieces } from './ffmpeg-decoders.ts'

/**
 * FLAC: each frame stands for itself, behind the stream's own setup. One whose checksum is not
 * right is damaged, which the codec does not look at.
 */
export async function flacDecoder(track: TrackInfo): Promise<PacketDecoder> {
  const { sampleRateHz } = track
  const pieces = await flacPieces(track)
  return {
    ...pieces,
    async decode(packet) {
      if (crc16(packet) === 0) return pieces.decode(packet)
      const hole = { missingS: flacFrameSamples(packet) / sampleRateHz }
      return [...(await pieces.flush()), hole]
    },
  }
}

function flacPieces({ description, sampleRateHz }: TrackInfo): Promise<PacketDecoder> {
  const setup = setupOf(description)
  return ffmpegPieces({
    join: (packets) => Buffer.concat([setup, ...packets]),
    packetsPerPiece: 512,
    leadInPackets: 0,
    leadInSamples: () => 0,
    secondsOf: (packets) =>
      packets.reduce((sum, packet) => sum + flacFrameSamples(packet), 0) / sampleRateHz,
  })
}

const MARK = Buffer.from('fLaC')
const STREAM_INFO_BYTES = 34

/** The mark and the stream's facts alone, without how many samples there are in all. */
function setupOf(description: Uint8Array | undefined): Uint8Array {
  const given = Buffer.from(description ?? [])
  const at = given.indexOf(MARK) === 0 ? 8 : 0
  const facts = Buffer.from(given.subarray(at, at + STREAM_INFO_BYTES))
  if (facts.length < STREAM_INFO_BYTES) throw new Error('no stream info of FLAC')
  facts[13]! &= 0xf0
  facts.fill(0, 14)
  return Buffer.concat([MARK, Uint8Array.of(0x80, 0, 0, STREAM_INFO_BYTES), facts])
}

/** RFC 9639 §9.1.1; 0 where its header is damaged. */
export function flacFrameSamples(frame: Uint8Array): number {
  const code = (frame[2] ?? 0) >> 4
  if (code === 1) return 192
  if (code >= 2 && code <= 5) return 144 << code
  if (code >= 8) return 1 << code
  const lead = frame[4] ?? 0
  const numberBytes = lead < 0x80 ? 1 : Math.max(1, Math.clz32(~(lead << 24)))
  const at = 4 + numberBytes
  if (code === 6) return (frame[at] ?? 0) + 1
  if (code === 7) return (((frame[at] ?? 0) << 8) | (frame[at + 1] ?? 0)) + 1
  return 0
}

/** RFC 9639 §9.3: 0 of a frame with its own checksum at its end. */
function crc16(frame: Uint8Array): number {
  let crc = 0
  for (const byte of frame) crc = ((crc << 8) & 0xffff) ^ CRC_16[(crc >> 8) ^ byte]!
  return crc
}

const CRC_16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x8005 : 0)
  return crc
})
