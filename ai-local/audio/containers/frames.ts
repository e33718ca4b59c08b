/**
 * MP3 and ADTS: frames in a row, each with its own length, nothing around them. What is no frame is
 * a damaged stretch, unless it is a tag at the end.
 */
import { DecodeError } from '../protocol.ts'
import { type ByteSource, byteWindow, type Container, type Piece } from './container.ts'
import {
  FRAME_HEAD_BYTES,
  type FrameFacts,
  readAdts,
  readMpeg,
  takesFromBefore,
} from './frame-header.ts'

/** Frames that follow one another before a place is believed to be the next frame. */
const PROOF_FRAMES = 2
const SEARCH_BYTES = 4096

export async function openFrames(source: ByteSource, format: 'mp3' | 'aac'): Promise<Container> {
  const read = format === 'mp3' ? readMpeg : readAdts
  const bytes = byteWindow(source)
  const tagEnd = await afterTag(0)
  const begin = await findFrame(tagEnd)
  const first = begin === null ? null : await frameAt(begin)
  if (begin === null || !first) throw new DecodeError('audio_invalid')
  const { sampleRateHz, channels } = first
  const announced = format === 'mp3' ? countOf(await bytes(begin, first.length)) : null
  const firstAt = announced === null ? begin : begin + first.length
  // Its beginning is missing where something is in front of the first frame, or where that frame
  // takes bits from one before it.
  const isBeheaded =
    !(await isFilling(tagEnd, begin)) ||
    (format === 'mp3' && takesFromBefore(await bytes(firstAt, FRAME_HEAD_BYTES)))
  let endsInside = false
  let frames = 0

  async function frameAt(at: number): Promise<FrameFacts | null> {
    return read(await bytes(at, 8))
  }

  async function isProven(at: number): Promise<boolean> {
    let next = at
    for (let proof = 0; proof < PROOF_FRAMES && next < source.sizeBytes; proof++) {
      const frame = await frameAt(next)
      if (!frame) return false
      next += frame.length
    }
    return next > at
  }

  async function findFrame(from: number): Promise<number | null> {
    for (let at = from; at < source.sizeBytes; at += SEARCH_BYTES) {
      const window = Buffer.from(await bytes(at, SEARCH_BYTES))
      for (let i = window.indexOf(0xff); i !== -1; i = window.indexOf(0xff, i + 1))
        if (await isProven(at + i)) return at + i
    }
    return null
  }

  /** Behind the ID3 tags that stand here: in front, and where files were joined. */
  async function afterTag(from: number): Promise<number> {
    let at = from
    for (;;) {
      const head = await bytes(at, 10)
      if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return at
      const size = [...head.subarray(6, 10)].reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
      at += 10 + size
    }
  }

  async function* pieces(): AsyncGenerator<Piece> {
    let at = firstAt
    if (isBeheaded) yield { missingS: 0 }
    while (at < source.sizeBytes) {
      const frame = await frameAt(at)
      if (frame) {
        const data = Uint8Array.from(await bytes(at, frame.length))
        endsInside = data.length < frame.length
        if (endsInside) return
        frames++
        at += frame.length
        yield { data, durationS: frame.samples / frame.sampleRateHz }
        continue
      }
      if (isEndTag(await bytes(at, 16))) return
      const tagEnd = await afterTag(at)
      const next = tagEnd > at ? tagEnd : await findFrame(at + 1)
      // A few zeros behind the last frame are no loss.
      if (next === null && (await isFilling(at, source.sizeBytes))) return
      endsInside = next === null
      if (tagEnd === at) yield { missingS: 0 }
      if (next === null) return
      at = next
    }
  }

  async function isFilling(from: number, to: number): Promise<boolean> {
    for (let at = from; at < to; at += SEARCH_BYTES)
      if ((await bytes(at, Math.min(SEARCH_BYTES, to - at))).some((byte) => byte !== 0))
        return false
    return true
  }

  return {
    codec: format,
    track: { sampleRateHz, channels, description: undefined },
    pieces,
    endsEarly: async () => endsInside || (announced !== null && frames < announced),
  }
}

const END_TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN', '3DI']

function isEndTag(bytes: Buffer): boolean {
  return END_TAGS.some((tag) => bytes.toString('latin1', 0, tag.length) === tag)
}

/** How many frames the first one announces (Xing, Info); 0 where it only says what it is. */
function countOf(frame: Buffer): number | null {
  const at = Math.max(frame.indexOf('Xing', 4, 'latin1'), frame.indexOf('Info', 4, 'latin1'))
  if (at === -1 || at > 40 || at + 12 > frame.length)
    return frame.indexOf('VBRI', 36, 'latin1') === 36 ? frame.readUInt32BE(50) : null
  const hasCount = (frame.readUInt32BE(at + 4) & 1) !== 0
  return hasCount ? frame.readUInt32BE(at + 8) : 0
}
