/**
 * What a file is by its first bytes, never by its name (SPEC-GAPS 1.12), and how large a picture
 * claims to be.
 */
import type { FileType } from '../../core/contract/files.ts'

/** In pixels. */
export interface PictureSize {
  width: number
  height: number
}

const PDF_HEADER_WITHIN = 1024
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

/** `heic` is not accepted as it is, but a browser may be able to convert it. */
export function contentType(bytes: Uint8Array): FileType | 'heic' | undefined {
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'image/webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (['II*\0', 'MM\0*'].includes(ascii(bytes, 0, 4))) return 'image/tiff'
  if (ascii(bytes, 0, 2) === 'BM' && bytes.length > 26) return 'image/bmp'
  if (isHeic(bytes)) return 'heic'
  return ascii(bytes, 0, PDF_HEADER_WITHIN).includes('%PDF-') ? 'application/pdf' : undefined
}

/** Undefined where the header says no size: then it is no whole picture, or a TIFF. */
export function pictureSize(bytes: Uint8Array, type: FileType): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (type === 'image/png')
      return ascii(bytes, 12, 4) === 'IHDR'
        ? { width: view.getUint32(16), height: view.getUint32(20) }
        : undefined
    if (type === 'image/jpeg') return jpegSize(view)
    if (type === 'image/webp') return webpSize(bytes, view)
    if (type === 'image/gif')
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (type === 'image/bmp') return bmpSize(view)
  } catch (error) {
    // Cut off before the size.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** ISO base media: the major brand, then the compatible ones. */
function isHeic(bytes: Uint8Array): boolean {
  if (ascii(bytes, 4, 4) !== 'ftyp') return false
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const brands = ascii(bytes, 8, Math.min(length, 128) - 8).match(/.{4}/gs) ?? []
  return brands.some((brand) => HEIC_BRANDS.includes(brand))
}

/** Walks the segments up to the frame header; FFC4, FFC8 and FFCC are none. */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2
  for (;;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // The scan begins, or the end: no frame header came before it.
    if (marker === 0xda || marker === 0xd9) return undefined
    at += 2 + view.getUint16(at + 2)
  }
}

/** An old head has shorter numbers; a negative height is a picture from the top down. */
function bmpSize(view: DataView): PictureSize {
  if (view.getUint32(14, true) === 12)
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
}

function webpSize(bytes: Uint8Array, view: DataView): PictureSize | undefined {
  const chunk = ascii(bytes, 12, 4)
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk !== 'VP8X') return undefined
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1
  return { width: three(24), height: three(27) }
}

function starts(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte)
}

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}
