/**
 * Codecs of FFmpeg's in WebAssembly (audio-file-decoder). It takes whole files, so packets are
 * gathered for a minute or two, joined to a small file and decoded together. Each piece starts with
 * the last packets of the one before, which a decoder needs to get going; their sound is thrown
 * away.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pageChecksum } from '../ogg-checksum.ts'
import type { Decoded, PacketDecoder, Sound, TrackInfo } from '../sound.ts'
import { ADTS_RATES, adtsHeader } from './adts-header.ts'
import { splitVorbisSetup } from './packets.ts'

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

/** Decodes a whole small file. */
type DecodeWhole = (file: Uint8Array) => Promise<Sound>

interface FfmpegAudio {
  getAudioDecoder(wasm: string, file: ArrayBuffer): Promise<FfmpegDecoder>
}

interface FfmpegDecoder {
  readonly sampleRate: number
  readonly channelCount: number
  decodeAudioData(
    startS: number,
    durationS: number,
    options: { multiChannel: boolean },
  ): Float32Array
  dispose(): void
}

/**
 * Loads audio-file-decoder in Node. The package is an ES module that does not say so, and asks for
 * two names of CommonJS; so its text is imported with these in front. Its WebAssembly is handed
 * over as a data address, since it fetches it.
 */
export async function loadFfmpegAudio(): Promise<DecodeWhole> {
  const require = createRequire(import.meta.url)
  const source = readFileSync(require.resolve('audio-file-decoder'), 'utf8')
  const names = `import { createRequire } from 'node:module'
const require = createRequire(${JSON.stringify(import.meta.url)})
const __dirname = ''
`
  const { getAudioDecoder } = (await import(
    toDataUrl('text/javascript', names + source)
  )) as FfmpegAudio
  const wasm = toDataUrl(
    'application/wasm',
    readFileSync(require.resolve('audio-file-decoder/decode-audio.wasm')),
  )

  return async (file) => {
    const decoder = await withoutNewListeners(() =>
      getAudioDecoder(wasm, Uint8Array.from(file).buffer),
    )
    try {
      const { channelCount, sampleRate } = decoder
      const mixed = decoder.decodeAudioData(0, -1, { multiChannel: true })
      return { channels: separated(mixed, channelCount), sampleRateHz: sampleRate }
    } finally {
      decoder.dispose()
    }
  }
}

function separated(mixed: Float32Array, count: number): Float32Array[] {
  return Array.from({ length: count }, (_, channel) =>
    Float32Array.from(
      { length: Math.floor(mixed.length / count) },
      (_, i) => mixed[i * count + channel]!,
    ),
  )
}

/** Every instance would leave listeners on `process` that keep its memory for ever. */
async function withoutNewListeners<T>(load: () => Promise<T>): Promise<T> {
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const before = events.map((event) => process.listeners(event as 'exit'))
  try {
    return await load()
  } finally {
    for (const [i, event] of events.entries())
      for (const listener of process.listeners(event as 'exit'))
        if (!before[i]!.includes(listener)) process.off(event, listener as () => void)
  }
}

function toDataUrl(type: string, content: string | Uint8Array): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`
}

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
