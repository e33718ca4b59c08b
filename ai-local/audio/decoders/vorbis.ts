import { pageChecksum } from '../ogg-checksum.ts'
import type { PacketDecoder, TrackInfo } from './decoder.ts'
import { ffmpegPieces } from './ffmpeg-pieces.ts'
import { splitVorbisSetup } from './vorbis-setup.ts'

/** Vorbis, in pages of Ogg again whatever container it came in. */
export function vorbisDecoder(track: TrackInfo): Promise<PacketDecoder> {
  const [first, ...others] = splitVorbisSetup(track.description ?? new Uint8Array(0))
  return ffmpegPieces({
    join(packets) {
      const pages = [page([first!], 0, 2, 0n), page(others, 1, 0, 0n)]
      // The decoder counts blocks by itself; a page only has to say that time goes on.
      for (const [i, packet] of packets.entries())
        pages.push(page([packet], i + 2, i === packets.length - 1 ? 4 : 0, BigInt(i + 1) * 8192n))
      return Buffer.concat(pages)
    },
    packetsPerPiece: 2048,
    // The first block only opens the next: nothing comes of it.
    leadInPackets: 1,
    leadInSamples: () => 0,
    secondsOf: () => 0,
  })
}

/** Packets of any length, as many as a page holds: its headers are never longer. */
function page(packets: readonly Uint8Array[], sequence: number, flags: number, granule: bigint) {
  const lacing = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  if (lacing.length > 255) throw new Error('a packet of Vorbis that is too long')
  const head = Buffer.alloc(27)
  head.write('OggS')
  head[5] = flags
  head.writeBigInt64LE(granule, 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(sequence, 18)
  head[26] = lacing.length
  const whole = Buffer.concat([head, Uint8Array.from(lacing), ...packets])
  whole.writeUInt32LE(pageChecksum(whole), 22)
  return whole
}
