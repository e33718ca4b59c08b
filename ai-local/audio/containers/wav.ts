/**
 * WAV, also as RF64 and Wave64, read chunk by chunk. Own code, because recorders that lose their
 * power never come back to write the sizes: what stands behind the header is sound, whatever the
 * header says of its length.
 */
import { DecodeError } from '../protocol.ts'
import type { TrackInfo } from '../sound.ts'
import { type ByteSource, byteWindow, type Container, rawSound } from './container.ts'
import { openFrames } from './frames.ts'

interface Layout {
  format: Buffer
  dataAt: number
  dataEnd: number
  /** The sizes are not written, or promise more than is there. */
  isOpenEnded: boolean
  nextFileAt: number | null
}

/**
 * Sizes of `data` written where nobody knows how long it gets; the first also by a header's
 * template.
 */
const UNSET = [0, 36, 0xffff_ffff]
/** Where a header that is no row of chunks is searched for its parts. */
const SEARCH_BYTES = 1 << 20

export async function openWav(source: ByteSource): Promise<Container> {
  const start = Buffer.from(await source.read(0, Math.min(40, source.sizeBytes)))
  const kind = start.toString('latin1', 0, 4)
  if (kind === 'RIFX') throw new DecodeError('audio_unsupported', { inside: 'WAV do tipo RIFX' })
  const layout = kind === 'riff' ? await readWave64(source) : await readRiff(source)
  const format = codecOfWav(layout.format)
  return soundOf(source, layout, format)
}

async function soundOf(
  source: ByteSource,
  { dataAt, dataEnd, isOpenEnded, nextFileAt }: Layout,
  { codec, track, unitBytes, unitSamples }: WavFormat,
): Promise<Container> {
  const ends = {
    endsEarly: async () => isOpenEnded,
    nextFileAt: async () => nextFileAt,
  }
  if (codec !== 'mp3') {
    const units = { codec, track, unitBytes, unitSamples, from: dataAt, to: dataEnd }
    return { ...rawSound(source, units), ...ends }
  }
  // Frames have their own headers, which tell where one is missing.
  const frames = await openFrames(partOf(source, dataAt, dataEnd), codec)
  return { ...frames, ...ends, endsEarly: async (s: number) => isOpenEnded || frames.endsEarly(s) }
}

function partOf(source: ByteSource, start: number, end: number): ByteSource {
  return {
    sizeBytes: end - start,
    read: (from, to) => source.read(start + from, Math.min(end, start + to)),
  }
}

async function readRiff(source: ByteSource): Promise<Layout> {
  const bytes = byteWindow(source)
  const { sizeBytes } = source
  let format: Buffer | null = null
  let longData: number | null = null
  let data: { at: number; size: number } | null = null
  let at = 12
  while (at + 8 <= sizeBytes && !(format && data)) {
    const head = await bytes(at, 8)
    const id = head.toString('latin1', 0, 4)
    const size = head.readUInt32LE(4)
    const body = at + 8
    if (id === 'fmt ') format = Buffer.from(await bytes(body, Math.min(size, 1024)))
    if (id === 'ds64') longData = Number((await bytes(body, 16)).readBigUInt64LE(8))
    if (id === 'data') data = { at: body, size: size === UNSET[2] ? (longData ?? size) : size }
    // A size that is not written: the next chunk is behind all that is left.
    if (id === 'data' && (UNSET.includes(size) || body + size > sizeBytes)) break
    const next = await nextChunk(body, size)
    if (next === null) break
    at = next
  }
  format ??= await searchFormat()
  data ??= await searchData()
  if (!format || format.length < 16 || !data) throw new DecodeError('audio_invalid')
  return { format, ...(await extentOf(data)) }

  /** Some writers leave out the byte that fills an odd chunk up. */
  async function nextChunk(body: number, size: number): Promise<number | null> {
    const end = body + size
    const candidates = size % 2 === 1 ? [end + 1, end] : [end]
    for (const one of candidates) if (isName((await bytes(one, 4)).toString('latin1'))) return one
    return null
  }

  async function searchFormat(): Promise<Buffer | null> {
    const window = await bytes(0, SEARCH_BYTES)
    const found = window.indexOf('fmt ', 12, 'latin1')
    return found === -1 ? null : Buffer.from(window.subarray(found + 8, found + 8 + 64))
  }

  async function searchData() {
    const window = await bytes(0, SEARCH_BYTES)
    const found = window.indexOf('data', 12, 'latin1')
    if (found === -1 || found + 8 > window.length) return null
    return { at: found + 8, size: window.readUInt32LE(found + 4) }
  }

  async function extentOf({ at: dataAt, size }: { at: number; size: number }) {
    const behind = dataAt + size
    const toTheEnd = { dataAt, dataEnd: sizeBytes, isOpenEnded: true, nextFileAt: null }
    if (behind > sizeBytes) return toTheEnd
    const rest = await readRest(behind, size % 2)
    // More sound than a size says that was written on the way.
    if (rest === 'sound') return toTheEnd
    return { dataAt, dataEnd: behind, isOpenEnded: false, nextFileAt: rest }
  }

  /** What stands behind the sound: other chunks, filling, another file, or more sound. */
  async function readRest(from: number, filling: number): Promise<number | null | 'sound'> {
    let next = from
    while (next < sizeBytes) {
      const head = await bytes(next, 8)
      const id = head.toString('latin1', 0, 4)
      if (id === 'RIFF') return next
      if (isName(id) && head.length === 8 && id !== 'data') next += 8 + head.readUInt32LE(4)
      else if (head[0] === 0 && (await isZeroUntil(next))) return null
      else if (next === from && filling === 1) next++
      else if (next > from && next % 2 === 1) next++
      else return 'sound'
    }
    return next > sizeBytes + 1 ? 'sound' : null
  }

  async function isZeroUntil(from: number): Promise<boolean> {
    // Longer silence than any block of a disk is sound.
    if (sizeBytes - from > 65_536) return false
    return (await bytes(from, sizeBytes - from)).every((byte) => byte === 0)
  }
}

/** Chunk names are four printable characters, mostly letters. */
function isName(id: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_ ]{3}$/.test(id)
}

/**
 * Sony Wave64: names of 16 bytes, sizes of 8 that count themselves, everything at multiples of 8.
 */
async function readWave64(source: ByteSource): Promise<Layout> {
  const bytes = byteWindow(source)
  const { sizeBytes } = source
  let format: Buffer | null = null
  for (let at = 40; at + 24 <= sizeBytes; ) {
    const head = await bytes(at, 24)
    const id = head.toString('latin1', 0, 4)
    const size = Number(head.readBigUInt64LE(16))
    const end = at + size
    if (id === 'fmt ') format = Buffer.from(await bytes(at + 24, Math.min(size - 24, 1024)))
    if (id === 'data' && format) {
      const isOpenEnded = size <= 24 || end > sizeBytes
      const dataEnd = isOpenEnded ? sizeBytes : end
      return { format, dataAt: at + 24, dataEnd, isOpenEnded, nextFileAt: null }
    }
    if (size < 24) break
    at = Math.ceil(end / 8) * 8
  }
  throw new DecodeError('audio_invalid')
}

/** What a WAV's `fmt ` chunk says of its sound. */
interface WavFormat {
  codec: string
  track: TrackInfo
  /** The smallest piece that can be decoded by itself, and how long it is per channel. */
  unitBytes: number
  unitSamples: number
}

/**
 * @param chunk 16 bytes at least @throws {DecodeError} `audio_unsupported`, which names the codec
 */
function codecOfWav(chunk: Buffer): WavFormat {
  const extended = chunk.readUInt16LE(0) === 0xfffe && chunk.length >= 26
  const tag = chunk.readUInt16LE(extended ? 24 : 0)
  const channels = chunk.readUInt16LE(2)
  const sampleRateHz = chunk.readUInt32LE(4)
  const blockBytes = chunk.readUInt16LE(12)
  const bits = chunk.readUInt16LE(14)
  const track: TrackInfo = { channels, sampleRateHz, description: undefined }
  const plain = pcmCodec(tag, bits, blockBytes / Math.max(1, channels))
  if (plain) {
    const unitBytes = plain.bytes * channels
    return { codec: plain.codec, track, unitBytes, unitSamples: 1 }
  }
  if (tag === 0x11 && bits === 4) {
    const perChannel = Math.floor(blockBytes / Math.max(1, channels)) - 4
    if (perChannel < 4) throw new DecodeError('audio_invalid')
    const unitSamples = 1 + 2 * (perChannel - (perChannel % 4))
    return {
      codec: 'ima-adpcm',
      track: { ...track, blockBytes },
      unitBytes: blockBytes,
      unitSamples,
    }
  }
  if (tag === 2 && bits === 4) {
    const perChannel = Math.floor(blockBytes / Math.max(1, channels)) - 7
    if (perChannel < 1 || channels > 2) throw new DecodeError('audio_invalid')
    const unitSamples = 2 + 2 * perChannel
    const description = Uint8Array.from(chunk.subarray(18))
    const described = { ...track, blockBytes, description }
    return { codec: 'ms-adpcm', track: described, unitBytes: blockBytes, unitSamples }
  }
  if (tag === 0x31 && channels === 1)
    return { codec: 'gsm', track, unitBytes: 65, unitSamples: 320 }
  if (tag === 0x55) return { codec: 'mp3', track, unitBytes: 1, unitSamples: 0 }
  throw new DecodeError('audio_unsupported', { inside: `${nameOf(tag, bits)} em WAV` })
}

function pcmCodec(tag: number, bits: number, blockBytes: number) {
  // 12 and 20 bits stand in the upper part of whole bytes.
  const bytes = Number.isInteger(blockBytes) && blockBytes > 0 ? blockBytes : Math.ceil(bits / 8)
  if (tag === 1 && bits > 0 && bits <= bytes * 8)
    return bytes === 1
      ? { codec: 'pcm-u8', bytes }
      : bytes <= 4
        ? { codec: `pcm-s${bytes * 8}`, bytes }
        : undefined
  if (tag === 3 && (bits === 32 || bits === 64)) return { codec: `pcm-f${bits}`, bytes: bits / 8 }
  if (tag === 6 && bits === 8) return { codec: 'alaw', bytes: 1 }
  if (tag === 7 && bits === 8) return { codec: 'ulaw', bytes: 1 }
  return undefined
}

const NAMES: Record<number, string> = {
  1: 'PCM',
  2: 'Microsoft ADPCM',
  3: 'PCM de ponto flutuante',
  6: 'G.711 A-law',
  7: 'G.711 µ-law',
  16: 'OKI ADPCM',
  17: 'IMA ADPCM',
  20: 'G.723 ADPCM',
  23: 'Dialogic OKI ADPCM',
  32: 'Yamaha ADPCM',
  34: 'DSP Group TrueSpeech',
  49: 'GSM 6.10',
  56: 'AMR',
  64: 'G.721 ADPCM',
  66: 'G.723.1',
  69: 'G.726 ADPCM',
  80: 'MPEG Layer II',
  87: 'AMR-NB',
  88: 'AMR-WB',
  97: 'Duck DK4 ADPCM',
  98: 'Duck DK3 ADPCM',
  100: 'G.726 ADPCM',
  101: 'G.722',
  131: 'G.729',
  255: 'AAC',
  273: 'G.723',
  277: 'Micronas ADPCM',
  352: 'Windows Media (WMA)',
  353: 'Windows Media (WMA)',
  354: 'Windows Media (WMA)',
  355: 'Windows Media (WMA sem perdas)',
  655: 'G.722',
  8192: 'Dolby AC-3',
  26447: 'Vorbis',
  41225: 'Speex',
  41222: 'AAC',
  61868: 'FLAC',
}

function nameOf(tag: number, bits: number): string {
  const name = NAMES[tag]
  if (!name) return `um codec desconhecido (0x${tag.toString(16).padStart(4, '0')})`
  return tag <= 3 || tag === 17 ? `${name} de ${bits} bits` : name
}
