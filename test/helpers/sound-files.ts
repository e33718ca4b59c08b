/** The sound of a fixture in other containers, whole, with a hole, or in pieces. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { openOgg } from '../../ai-local/audio/containers/ogg.ts'
import { pageChecksum } from '../../ai-local/audio/ogg-checksum.ts'

const url = new URL('../fixtures/speech/visita.ogg', import.meta.url)
const whole = readFileSync(fileURLToPath(url))

interface OpusSound {
  packets: Uint8Array[]
  head: Uint8Array
  packetS: number
}

/** The first seconds of a visit, in packets of Opus. */
export async function opusSound(seconds: number): Promise<OpusSound> {
  const source = {
    sizeBytes: whole.length,
    read: async (from: number, to: number) => whole.subarray(from, to),
  }
  const { pieces, track } = await openOgg(source)
  const packets: Uint8Array[] = []
  let packetS = 0.02
  for await (const piece of pieces()) {
    if (!('data' in piece)) continue
    packetS = piece.durationS
    packets.push(piece.data)
    if (packets.length * packetS >= seconds) break
  }
  return { packets, head: track.description!, packetS }
}

export type Muxed = 'webm' | 'webm-live' | 'mp4' | 'mp4-fragmented'

const FORMATS: Record<Muxed, () => OutputFormat> = {
  webm: () => new WebMOutputFormat(),
  'webm-live': () => new WebMOutputFormat({ appendOnly: true }),
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  'mp4-fragmented': () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
}

/** @param without packets that never came; the times of the others are their own */
export async function muxed(
  { packets, head, packetS }: OpusSound,
  format: Muxed,
  without: { from: number; to: number } = { from: 0, to: 0 },
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: FORMATS[format](), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = {
    codec: 'opus',
    numberOfChannels: head[9]!,
    sampleRate: 48_000,
    description: head,
  }
  for (const [i, data] of packets.entries()) {
    const atS = i * packetS
    if (atS >= without.from && atS < without.to) continue
    await source.add(new EncodedPacket(data, 'key', atS, packetS), { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}

/** An Ogg with so many packets a page: what recorders of phones write. */
export function oggPages({ packets, head, packetS }: OpusSound, perPage = 25): Buffer[] {
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])
  const pages = [page([head], 0, 2, 0), page([tags], 1, 0, 0)]
  for (let at = 0; at < packets.length; at += perPage) {
    const some = packets.slice(at, at + perPage)
    const flags = at + perPage >= packets.length ? 4 : 0
    const granule = Math.round((at + some.length) * packetS * 48_000)
    pages.push(page(some, pages.length, flags, granule))
  }
  return pages
}

function page(packets: readonly Uint8Array[], sequence: number, flags: number, granule: number) {
  const lacing = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const header = Buffer.alloc(27)
  header.write('OggS')
  header[5] = flags
  header.writeBigInt64LE(BigInt(granule), 6)
  header.writeUInt32LE(7, 14)
  header.writeUInt32LE(sequence, 18)
  header[26] = lacing.length
  const bytes = Buffer.concat([header, Uint8Array.from(lacing), ...packets])
  bytes.writeUInt32LE(pageChecksum(bytes), 22)
  return bytes
}
