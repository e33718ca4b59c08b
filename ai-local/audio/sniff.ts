/**
 * What an audio file is, by its first bytes. Names and declared types are not asked: they are often
 * wrong.
 */
export type AudioFormat = 'wav' | 'webm' | 'ogg' | 'mp3' | 'm4a' | 'aac'

/** How many bytes `sniff` wants to see. */
export const SNIFF_BYTES = 4096

/** Null when it is none of the formats that can be decoded. */
export function sniff(start: Uint8Array): AudioFormat | null {
  const text = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1')
  if (/^(RIFF|RF64)....WAVE/s.test(text)) return 'wav'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (text.startsWith('OggS')) return 'ogg'
  if (text.slice(4, 8) === 'ftyp') return 'm4a'
  return sniffFrames(start)
}

/** MP3 and ADTS have no header of their own: one frame must lead to the next. */
function sniffFrames(start: Uint8Array): AudioFormat | null {
  const at = id3Length(start)
  if (at >= start.length) return 'mp3' // a long ID3 tag, as MP3 files have
  for (let i = at; i < Math.min(start.length - 4, at + 2048); i++) {
    if (start[i] !== 0xff || (start[i + 1]! & 0xe0) !== 0xe0) continue
    const adts = adtsLength(start, i)
    if (adts > 0 && isFollowed(start, i + adts, (k) => adtsLength(start, k) > 0)) return 'aac'
    const mpeg = mpegLength(start, i)
    if (mpeg > 0 && isFollowed(start, i + mpeg, (k) => mpegLength(start, k) > 0)) return 'mp3'
  }
  return null
}

/** Beyond what we see, a frame is believed. */
function isFollowed(start: Uint8Array, next: number, isFrame: (at: number) => boolean): boolean {
  return next + 7 > start.length || isFrame(next)
}

function id3Length(start: Uint8Array): number {
  if (start[0] !== 0x49 || start[1] !== 0x44 || start[2] !== 0x33) return 0
  const [a = 0, b = 0, c = 0, d = 0] = start.subarray(6, 10)
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f)
}

/** Of an ADTS frame that begins at `at`; 0 when none does. */
function adtsLength(bytes: Uint8Array, at: number): number {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return 0
  const rateIndex = (bytes[at + 2]! >> 2) & 0x0f
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  return rateIndex < 13 && length > 7 ? length : 0
}

const KBPS = {
  v1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const RATES_V1 = [44_100, 48_000, 32_000]

/** Of an MPEG layer III frame that begins at `at`; 0 when none does. */
function mpegLength(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return 0
  const version = (bytes[at + 1]! >> 3) & 3 // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = (bytes[at + 1]! >> 1) & 3 // 1: layer III
  const rate = RATES_V1[(bytes[at + 2]! >> 2) & 3]
  const kbps = (version === 3 ? KBPS.v1 : KBPS.v2)[bytes[at + 2]! >> 4]
  if (version === 1 || layer !== 1 || rate === undefined || !kbps) return 0
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4
  const factor = version === 3 ? 144_000 : 72_000
  const padding = (bytes[at + 2]! >> 1) & 1
  return Math.floor((factor * kbps) / (rate / divisor)) + padding
}
