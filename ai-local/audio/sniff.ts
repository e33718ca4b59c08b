/**
 * What an audio file is, by its first bytes. Names and declared types are not asked: they are often
 * wrong.
 */
import { readAdts, readMpeg } from './containers/frame-header.ts'

export type AudioFormat =
  | 'wav'
  | 'webm'
  | 'ogg'
  | 'mp3'
  | 'm4a'
  | 'aac'
  | 'flac'
  | 'aiff'
  | 'caf'
  | 'au'

/** How many bytes `sniff` wants to see. */
export const SNIFF_BYTES = 4096

/** Null when it is none of the formats that can be decoded. */
export function sniff(start: Uint8Array): AudioFormat | null {
  const text = latin1(start)
  if (/^(RIFF|RIFX|RF64|BW64)....WAVE/s.test(text) || isWave64(text)) return 'wav'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (text.startsWith('OggS')) return 'ogg'
  if (text.startsWith('fLaC')) return 'flac'
  if (/^FORM....AIF[FC]/s.test(text)) return 'aiff'
  if (text.startsWith('caff')) return 'caf'
  if (text.startsWith('.snd')) return 'au'
  if (MP4_BOXES.includes(text.slice(4, 8))) return 'm4a'
  // In streams of others a frame of these may seem to begin somewhere.
  return foreignFormat(start) === undefined ? sniffFrames(start) : null
}

/**
 * A file of these begins with `ftyp`, or, made by old cameras or cut in front, with another box.
 */
const MP4_BOXES = ['ftyp', 'moov', 'styp', 'moof']

/** Formats that are good and that nothing here decodes; by their first bytes. */
const FOREIGN: [mark: string, name: string][] = [
  ['#!AMR', 'AMR'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'Windows Media (WMA)'],
  ['\x02dss', 'DSS (ditafone)'],
  ['\x03dss', 'DSS (ditafone)'],
  ['\x03ds2', 'DS2 (ditafone)'],
  ['\x06ds2', 'DS2 (ditafone)'],
  ['\x07ds2', 'DS2 (ditafone)'],
  ['wvpk', 'WavPack'],
  ['MAC ', "Monkey's Audio (APE)"],
  ['TTA1', 'True Audio (TTA)'],
  ['MPCK', 'Musepack'],
  ['MP+', 'Musepack'],
  ['.RMF', 'RealMedia'],
  ['.ra\xfd', 'RealAudio'],
  ['FLV\x01', 'Flash Video'],
  ['Creative Voice File', 'Creative Voice (VOC)'],
  ['NIST_1A', 'NIST SPHERE'],
  ['MThd', 'MIDI'],
  ['\0\0\x01\xba', 'vídeo MPEG'],
  ['\x0b\x77', 'Dolby Digital (AC-3)'],
  ['\x7f\xfe\x80\x01', 'DTS'],
]

/** What a file that cannot be decoded is, where its beginning tells. */
export function foreignFormat(start: Uint8Array): string | undefined {
  const text = latin1(start)
  if (/^RIFF....AVI /s.test(text)) return 'vídeo AVI'
  if (/^G.{187}G.{187}G/s.test(text)) return 'vídeo MPEG-TS'
  if (/^\xff[\xf4\xf5\xfc\xfd]/.test(text)) return 'MPEG camada II (MP2)'
  return FOREIGN.find(([mark]) => text.startsWith(mark))?.[1]
}

const WAVE64_RIFF = 'riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00'

function isWave64(text: string): boolean {
  return text.startsWith(WAVE64_RIFF) && text.slice(24, 28) === 'wave'
}

/** MP3 and ADTS have no header of their own: one frame must lead to the next. */
function sniffFrames(start: Uint8Array): AudioFormat | null {
  const at = id3Length(start)
  if (at >= start.length) return 'mp3' // a long ID3 tag, as MP3 files have
  for (let i = at; i < Math.min(start.length - 4, at + 2048); i++) {
    if (start[i] !== 0xff || (start[i + 1]! & 0xe0) !== 0xe0) continue
    const isFirst = i === at
    if (isFrames(start, i, adtsLength, isFirst)) return 'aac'
    if (isFrames(start, i, mpegLength, isFirst)) return 'mp3'
  }
  return null
}

/**
 * Whether a frame leads to the next. Further in, where one begins somewhere in any bytes, two that
 * follow must be seen; in front, what is beyond the bytes at hand is believed.
 */
function isFrames(
  start: Uint8Array,
  from: number,
  lengthAt: (bytes: Uint8Array, at: number) => number,
  isFirst: boolean,
): boolean {
  let at = from
  for (let seen = 0; seen < (isFirst ? 2 : 3); seen++) {
    const isBeyond = at + 7 > start.length
    if (isBeyond) return seen > 0 && (isFirst || isWholeFile(start))
    const length = lengthAt(start, at)
    if (length === 0) return false
    at += length
  }
  return true
}

function isWholeFile(start: Uint8Array): boolean {
  return start.length < SNIFF_BYTES
}

function id3Length(start: Uint8Array): number {
  if (start[0] !== 0x49 || start[1] !== 0x44 || start[2] !== 0x33) return 0
  const [a = 0, b = 0, c = 0, d = 0] = start.subarray(6, 10)
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f)
}

const adtsLength = (bytes: Uint8Array, at: number) => readAdts(bytes.subarray(at))?.length ?? 0
const mpegLength = (bytes: Uint8Array, at: number) => readMpeg(bytes.subarray(at))?.length ?? 0

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}
