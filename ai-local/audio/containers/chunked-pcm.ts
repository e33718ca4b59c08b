/** AIFF, CAF and AU: plain sound behind a header, numbers with their first byte first. */
import { DecodeError } from '../protocol.ts'
import type { TrackInfo } from '../sound.ts'
import { type ByteSource, byteWindow, type Container, rawSound } from './container.ts'

interface Chunk {
  id: string
  at: number
  size: number
}

interface Described {
  codec: string
  track: TrackInfo
  bytesPerSample: number
}

export async function openAiff(source: ByteSource): Promise<Container> {
  let described: Described | null = null
  let sound: Chunk | null = null
  for await (const chunk of chunks(source, { from: 12, sizeBytes: 4, isPadded: true })) {
    if (chunk.id === 'COMM') described = await readComm(source, chunk)
    if (chunk.id === 'SSND') sound = chunk
  }
  if (!described || !sound) throw new DecodeError('audio_invalid')
  const offset = Buffer.from(await source.read(sound.at, sound.at + 4))
  const from = sound.at + 8 + (offset.length === 4 ? offset.readUInt32BE(0) : 0)
  const end = sound.at + sound.size
  return plainSound(
    source,
    described,
    from,
    sound.size > 0 && (await isChunk(source, end)) ? end : null,
  )
}

async function readComm(source: ByteSource, { at, size }: Chunk): Promise<Described> {
  const comm = Buffer.from(await source.read(at, Math.min(at + size, source.sizeBytes)))
  if (comm.length < 18) throw new DecodeError('audio_invalid')
  const channels = comm.readUInt16BE(0)
  const bits = comm.readUInt16BE(6)
  const exponent = (comm.readUInt16BE(8) & 0x7fff) - 16_383 - 63
  const sampleRateHz = Math.round(Number(comm.readBigUInt64BE(10)) * 2 ** exponent)
  const kind = comm.length >= 22 ? comm.toString('latin1', 18, 22) : 'NONE'
  const codec = AIFF_CODECS[kind]?.(bits)
  if (!codec) throw new DecodeError('audio_unsupported', { inside: `${nameOf(kind)} em AIFF` })
  return describe(codec, { channels, sampleRateHz, description: undefined })
}

const whole = (bits: number) => 8 * Math.max(1, Math.ceil(bits / 8))

const AIFF_CODECS: Record<string, (bits: number) => string> = {
  NONE: (bits) => (whole(bits) === 8 ? 'pcm-s8' : `pcm-s${whole(bits)}be`),
  twos: (bits) => (whole(bits) === 8 ? 'pcm-s8' : `pcm-s${whole(bits)}be`),
  sowt: (bits) => (whole(bits) === 8 ? 'pcm-s8' : `pcm-s${whole(bits)}`),
  'raw ': () => 'pcm-u8',
  in24: () => 'pcm-s24be',
  in32: () => 'pcm-s32be',
  fl32: () => 'pcm-f32be',
  FL32: () => 'pcm-f32be',
  fl64: () => 'pcm-f64be',
  FL64: () => 'pcm-f64be',
  ulaw: () => 'ulaw',
  ULAW: () => 'ulaw',
  alaw: () => 'alaw',
  ALAW: () => 'alaw',
}

export async function openCaf(source: ByteSource): Promise<Container> {
  let described: Described | null = null
  for await (const chunk of chunks(source, { from: 8, sizeBytes: 8, isPadded: false })) {
    if (chunk.id === 'desc') described = await readDesc(source, chunk)
    if (chunk.id !== 'data') continue
    if (!described) break
    // −1: to the end, wherever that is; 0 where nobody came back to write it.
    const end = chunk.size < 0 ? source.sizeBytes : chunk.at + chunk.size
    const isSaid = chunk.size < 0 || (chunk.size > 4 && (await isChunk(source, end)))
    return plainSound(source, described, chunk.at + 4, isSaid ? end : null)
  }
  throw new DecodeError('audio_invalid')
}

async function readDesc(source: ByteSource, { at }: Chunk): Promise<Described> {
  const desc = Buffer.from(await source.read(at, Math.min(at + 32, source.sizeBytes)))
  if (desc.length < 32) throw new DecodeError('audio_invalid')
  const kind = desc.toString('latin1', 8, 12)
  const flags = desc.readUInt32BE(12)
  const bits = desc.readUInt32BE(28)
  const order = flags & 2 ? '' : 'be'
  const plain = flags & 1 ? `pcm-f${bits}${order}` : `pcm-s${whole(bits)}${order}`
  const codec = kind === 'lpcm' ? plain : kind === 'ulaw' || kind === 'alaw' ? kind : null
  if (!codec) throw new DecodeError('audio_unsupported', { inside: `${nameOf(kind)} em CAF` })
  const sampleRateHz = Math.round(desc.readDoubleBE(0))
  const track = { channels: desc.readUInt32BE(24), sampleRateHz, description: undefined }
  return describe(codec === 'pcm-s8be' ? 'pcm-s8' : codec, track)
}

const AU_CODECS: Record<number, string> = {
  1: 'ulaw',
  2: 'pcm-s8',
  3: 'pcm-s16be',
  4: 'pcm-s24be',
  5: 'pcm-s32be',
  6: 'pcm-f32be',
  7: 'pcm-f64be',
  27: 'alaw',
}

export async function openAu(source: ByteSource): Promise<Container> {
  const head = Buffer.from(await source.read(0, Math.min(24, source.sizeBytes)))
  if (head.length < 24) throw new DecodeError('audio_invalid')
  const from = head.readUInt32BE(4)
  const size = head.readUInt32BE(8)
  const encoding = head.readUInt32BE(12)
  const codec = AU_CODECS[encoding]
  const inside = `${AU_NAMES[encoding] ?? 'um codec desconhecido'} em AU`
  if (!codec) throw new DecodeError('audio_unsupported', { inside })
  const [sampleRateHz, channels] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  // Nothing stands behind the sound: a smaller size was written on the way.
  const isShort = size === 0 || from + size < source.sizeBytes
  const end = size === 0xffff_ffff ? source.sizeBytes : isShort ? null : from + size
  return plainSound(
    source,
    describe(codec, { channels, sampleRateHz, description: undefined }),
    from,
    end,
  )
}

const AU_NAMES: Record<number, string> = {
  23: 'G.721 ADPCM',
  24: 'G.722',
  25: 'G.723 ADPCM',
  26: 'G.723 ADPCM',
}

function describe(codec: string, track: TrackInfo): Described {
  const bits = Number(/\d+/.exec(codec)?.[0] ?? 8)
  return { codec, track, bytesPerSample: bits / 8 }
}

const NAMES: Record<string, string> = {
  alac: 'ALAC (Apple Lossless)',
  'aac ': 'AAC',
  ima4: 'IMA ADPCM',
  opus: 'Opus',
  flac: 'FLAC',
  samr: 'AMR',
  'GSM ': 'GSM 6.10',
  MAC3: 'MACE',
  MAC6: 'MACE',
  Qclp: 'QCELP',
}

function nameOf(kind: string): string {
  return NAMES[kind] ?? (kind.startsWith('.mp') ? 'MP3' : 'um codec desconhecido')
}

/** Whether what follows a sound is another chunk, or nothing: else its size is not its own. */
async function isChunk(source: ByteSource, end: number): Promise<boolean> {
  const at = end + (end % 2)
  if (at >= source.sizeBytes) return true
  const name = Buffer.from(await source.read(at, Math.min(at + 4, source.sizeBytes)))
  return /^[\x20-\x7e]{4}$/.test(name.toString('latin1'))
}

/** @param end null: the header does not say */
function plainSound(
  source: ByteSource,
  { codec, track, bytesPerSample }: Described,
  from: number,
  end: number | null,
): Container {
  const isOpenEnded = end === null || end > source.sizeBytes
  const to = isOpenEnded ? source.sizeBytes : end
  const unitBytes = bytesPerSample * Math.max(1, track.channels)
  return {
    ...rawSound(source, { codec, track, unitBytes, unitSamples: 1, from, to }),
    endsEarly: async () => isOpenEnded,
  }
}

/** The last one may reach beyond the end. */
async function* chunks(
  source: ByteSource,
  { from, sizeBytes, isPadded }: { from: number; sizeBytes: 4 | 8; isPadded: boolean },
): AsyncGenerator<Chunk> {
  const bytes = byteWindow(source)
  for (let at = from; at + 4 + sizeBytes <= source.sizeBytes; ) {
    const head = await bytes(at, 4 + sizeBytes)
    const size = sizeBytes === 4 ? head.readUInt32BE(4) : Number(head.readBigInt64BE(4))
    const body = at + 4 + sizeBytes
    yield { id: head.toString('latin1', 0, 4), at: body, size }
    if (size < 0) return
    at = body + size + (isPadded ? size % 2 : 0)
  }
}
