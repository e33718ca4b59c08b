/** What a WAV's `fmt ` chunk says of its sound. */
import { DecodeError } from '../decode-error.ts'
import type { TrackInfo } from '../decoders/decoder.ts'

export interface WavFormat {
  codec: string
  track: TrackInfo
  /** The smallest piece that can be decoded by itself, and how long it is per channel. */
  unitBytes: number
  unitSamples: number
}

/**
 * @param chunk 16 bytes at least @throws {DecodeError} `audio_unsupported`, which names the codec
 */
export function codecOfWav(chunk: Buffer): WavFormat {
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
