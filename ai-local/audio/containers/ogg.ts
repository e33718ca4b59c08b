/**
 * Ogg (RFC 3533) with Opus (RFC 7845) or Vorbis, page by page. Pages are numbered and say where
 * their sound ends: a page that is missing leaves a hole of a known length. Of the last, torn page
 * every packet that is whole is used. A second stream behind the first, as two notes joined into
 * one file have it, is a file of its own.
 */

import {
  joinVorbisSetup,
  opusPacketS,
  type VorbisBlocks,
  vorbisBlock,
  vorbisBlocks,
} from '../decoders/packets.ts'
import { pageChecksum } from '../ogg-checksum.ts'
import { DecodeError } from '../protocol.ts'
import type { TrackInfo } from '../sound.ts'
import type { ByteSource, Container, Piece } from './container.ts'

interface Stream {
  serial: number
  codec: 'opus' | 'vorbis'
  track: TrackInfo
  /** Packets in front of the sound: setup and comments. */
  headers: number
  /** Rate at which its granules count. */
  rateHz: number
  /** Sizes of Vorbis’ blocks. */
  blocks: VorbisBlocks | null
}

/** Below it, a jump in a stream whose pages are all there is a rounded time. */
const JUMP_S = 0.1
/** An Opus encoder that saves on silence writes one tiny packet now and then. */
const SILENT_PACKET_BYTES = 3
const SAVED_SILENCE_S = 1

export async function openOgg(source: ByteSource): Promise<Container> {
  const stream = await findStream(source)
  let sawEnd = false
  let nextAt: number | null = null

  async function* pieces(): AsyncGenerator<Piece> {
    const packets = packetReader(stream)
    let hasSound = false
    for await (const page of readPages(source)) {
      // A damaged page is missed by its number.
      if (page === null) continue
      if (page.isFirst && hasSound) {
        nextAt = page.at
        return
      }
      if (page.serial !== stream.serial) continue
      hasSound ||= !page.isFirst
      yield* packets.take(page)
      if (page.isTorn) return
      sawEnd ||= page.isLast
    }
  }

  const { codec, track } = stream
  return {
    codec,
    track,
    pieces,
    endsEarly: async () => !sawEnd,
    nextFileAt: async () => nextAt,
  }
}

/** From pages to packets, with a hole where pages are missing. */
function packetReader({ codec, headers, rateHz, blocks }: Stream) {
  let partial: Uint8Array[] | null = []
  let skip = headers
  let nextSequence: number | null = null
  /** Where the sound of the pages before ends, in samples; null: not known. */
  let endsAt: number | null = null
  let isSavedSilence = false
  let soundPackets = 0
  /** Size of the block before, of Vorbis. */
  let blockBefore: number | null = null

  function durationS(packet: Uint8Array): number {
    if (codec === 'opus') return opusPacketS(packet)
    // Without its sizes of blocks the mean so far is the nearest.
    if (!blocks) return endsAt !== null && soundPackets > 0 ? endsAt / rateHz / soundPackets : 0
    const block = vorbisBlock(packet, blocks)
    if (block === null) return 0
    // Half of each block lies in the one before it.
    const samples = blockBefore === null ? 0 : (blockBefore + block) / 4
    blockBefore = block
    return samples / rateHz
  }

  /** Packets that end in the page, without those that belong to the setup. */
  function packetsOf(page: Page): Uint8Array[] {
    const ended: Uint8Array[] = []
    if (!page.isContinued) partial = []
    let at = 0
    for (const length of page.lacing) {
      const segment = page.body.subarray(at, at + length)
      at += length
      if (segment.length < length) return ended // the file ends inside this packet
      partial?.push(segment)
      if (length === 255) continue
      if (partial && skip > 0) skip--
      else if (partial && partial.length > 0) ended.push(Buffer.concat(partial))
      partial = []
    }
    return ended
  }

  function* holeBefore(page: Page, isMissing: boolean, soundS: number): Generator<Piece> {
    // A torn page has packets missing at its end; the length of a first one is not known.
    const isMeasured = page.granule > 0 && endsAt !== null && soundS > 0 && !page.isTorn
    const jumpS = isMeasured ? (page.granule - endsAt!) / rateHz - soundS : 0
    if (isMissing) yield { missingS: Math.max(0, jumpS) }
    else if (jumpS > JUMP_S && isSavedSilence && jumpS <= SAVED_SILENCE_S)
      yield { data: new Uint8Array(0), durationS: jumpS }
    else if (jumpS > JUMP_S) yield { missingS: jumpS }
  }

  return {
    *take(page: Page): Generator<Piece> {
      // Some programs do not count their pages: the number stays the same.
      const isMissing =
        nextSequence !== null &&
        page.sequence !== nextSequence &&
        page.sequence !== nextSequence - 1
      if (isMissing) {
        // What was begun in the missing page has lost its beginning.
        partial = page.isContinued ? null : []
        // The setup packets are never behind a hole: the next one is sound.
        if (skip > 0 && page.granule > 0) skip = 0
      }
      nextSequence = page.sequence + 1
      const packets = packetsOf(page)
      const lengths = packets.map(durationS)
      const soundS = lengths.reduce((sum, length) => sum + length, 0)
      if (packets.length > 0 || isMissing) yield* holeBefore(page, isMissing, soundS)
      for (const [i, data] of packets.entries()) yield { data, durationS: lengths[i]! }
      soundPackets += packets.length
      if (packets.length > 0) isSavedSilence = packets.at(-1)!.length <= SILENT_PACKET_BYTES
      if (page.granule > 0) endsAt = page.granule
      else if (page.granule === 0 && endsAt === null) endsAt = 0
      else if (endsAt !== null) endsAt += Math.round(soundS * rateHz)
    },
  }
}

async function findStream(source: ByteSource): Promise<Stream> {
  let foreign: string | undefined
  for await (const page of readPages(source)) {
    if (page === null) continue
    if (!page.isFirst) break // all streams have begun
    const stream = streamOf(page)
    if (stream?.codec === 'vorbis') return await withSetup(stream, source)
    if (stream) return stream
    foreign ??= FOREIGN.find(([mark]) => startsWith(page.body, mark))?.[1]
  }
  if (foreign) throw new DecodeError('audio_unsupported', { inside: foreign })
  // Its beginning is not there.
  throw new DecodeError('audio_invalid')
}

const FOREIGN: [mark: string, name: string][] = [
  ['Speex   ', 'Speex em Ogg'],
  ['\x7fFLAC', 'FLAC em Ogg'],
  ['PCM     ', 'PCM em Ogg'],
  ['\x80theora', 'vídeo Theora em Ogg'],
]

function streamOf({ serial, body }: Page): Stream | null {
  const view = Buffer.from(body)
  if (startsWith(body, 'OpusHead') && body.length >= 19) {
    const track = { sampleRateHz: 48_000, channels: view[9]!, description: body }
    return { serial, codec: 'opus', track, headers: 2, rateHz: 48_000, blocks: null }
  }
  if (startsWith(body, '\x01vorbis') && body.length >= 30) {
    const rateHz = view.readUInt32LE(12)
    const track = { sampleRateHz: rateHz, channels: view[11]!, description: undefined }
    return { serial, codec: 'vorbis', track, headers: 3, rateHz, blocks: null }
  }
  return null
}

/** The decoder wants the three setup packets, in front of the sound and in one piece. */
async function withSetup(stream: Stream, source: ByteSource): Promise<Stream> {
  const packets: Uint8Array[] = []
  const reader = packetReader({ ...stream, headers: 0 })
  for await (const page of readPages(source)) {
    if (page?.serial !== stream.serial) continue
    for (const piece of reader.take(page)) if ('data' in piece) packets.push(piece.data)
    if (packets.length >= stream.headers) break
  }
  if (packets.length < stream.headers) throw new DecodeError('audio_invalid')
  const setup = packets.slice(0, stream.headers)
  return {
    ...stream,
    track: { ...stream.track, description: joinVorbisSetup(setup) },
    blocks: vorbisBlocks(setup[0]!, setup[2]!),
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text
}

const HEADER_BYTES = 27
const PIECE_BYTES = 256 << 10
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255

interface Page {
  /** Offset of its first byte. */
  at: number
  serial: number
  sequence: number
  /** Where the last packet that ends in it ends, in samples of its codec; −1: none does. */
  granule: number
  isContinued: boolean
  isFirst: boolean
  isLast: boolean
  /** Lengths of the segments in it. */
  lacing: Uint8Array
  body: Uint8Array
  /** The file ends inside it. */
  isTorn: boolean
}

/**
 * The pages of an Ogg file (RFC 3533). Own code, because files that broke off or were damaged on
 * the way are exactly the ones that must give what is left in them: a damaged page is skipped.
 *
 * Null for a stretch that is no page.
 */
async function* readPages(source: ByteSource): AsyncGenerator<Page | null> {
  let position = 0
  let window: Buffer = Buffer.alloc(0)
  let inDamage = false
  while (position < source.sizeBytes) {
    const isEnough = window.length >= MAX_PAGE_BYTES
    if (!isEnough && position + window.length < source.sizeBytes) {
      const from = position + window.length
      const more = await source.read(from, Math.min(from + PIECE_BYTES, source.sizeBytes))
      if (more.length === 0) return
      window = Buffer.concat([window, more])
    }
    const isAtEnd = position + window.length >= source.sizeBytes
    const page = parsePage(window, position, isAtEnd)
    if (!page && !inDamage) yield null
    inDamage = !page
    if (page) yield page
    const done = page ? HEADER_BYTES + page.lacing.length + page.body.length : nextPage(window)
    position += done
    window = window.subarray(done)
  }
}

function parsePage(bytes: Buffer, at: number, isAtEnd: boolean): Page | null {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'OggS') return null
  const segments = bytes[26]!
  const lacing = bytes.subarray(HEADER_BYTES, HEADER_BYTES + segments)
  const bodyBytes = lacing.reduce((sum, length) => sum + length, 0)
  const start = HEADER_BYTES + segments
  const body = bytes.subarray(start, start + bodyBytes)
  const isTorn = lacing.length < segments || body.length < bodyBytes
  // A page whose lengths are damaged may seem to reach beyond the end: another one follows in it.
  if (isTorn && (!isAtEnd || bytes.indexOf('OggS', 4, 'latin1') !== -1)) return null
  const whole = bytes.subarray(0, start + bodyBytes)
  if (!isTorn && pageChecksum(whole) !== bytes.readUInt32LE(22)) return null
  const flags = bytes[5]!
  return {
    at,
    serial: bytes.readUInt32LE(14),
    sequence: bytes.readUInt32LE(18),
    granule: Number(bytes.readBigInt64LE(6)),
    isContinued: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    lacing,
    body,
    isTorn,
  }
}

function nextPage(bytes: Buffer): number {
  const found = bytes.indexOf('OggS', 1, 'latin1')
  return found === -1 ? Math.max(1, bytes.length - 3) : found
}
