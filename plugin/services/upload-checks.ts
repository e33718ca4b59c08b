/**
 * The first check of a file, in the browser, so that a refusal comes at once and nothing is sent in
 * vain. It decides by content (SPEC-GAPS 1.12); the server checks everything again and has the last
 * word.
 */
import type { FilesBody, FileType } from '../../core/contract/files.ts'
import { UploadFault } from './upload-fault.ts'

export type UploadLimits = FilesBody['limits']

/** Until the server has said its own. */
export const USUAL_LIMITS: UploadLimits = {
  types: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/tiff',
    'image/gif',
    'image/bmp',
  ],
  max_bytes: 20 * 1024 * 1024,
  max_files: 20,
  max_total_bytes: 100 * 1024 * 1024,
}

export interface CheckedFile {
  /** Without path and control characters. */
  name: string
  /** The bytes that were checked; of its `type`. */
  content: Blob
  /** Hex; undefined where the browser computes none (a page without HTTPS). */
  sha256: string | undefined
}

const NAME_LENGTH = 255
const MIN_SIDE_PX = 32
const MAX_SIDE_PX = 65_000
const MAX_AREA_PX = 50_000_000
const JPEG_QUALITY = 0.92

/** @throws {UploadFault} */
export async function checkFile(file: File, limits: UploadLimits): Promise<CheckedFile> {
  const name = cleanName(file.name)
  if (name === '' || [...name].length > NAME_LENGTH) throw new UploadFault('FILE_NAME_INVALID')
  if (file.size > limits.max_bytes) throw new UploadFault('FILE_TOO_LARGE')
  const bytes = await read(file)
  if (bytes.length === 0) throw new UploadFault('FILE_EMPTY')
  const type = contentType(bytes)
  if (type === 'heic') return checked(await convertHeic(file, name), limits)
  return checked({ name, bytes, type }, limits)
}

async function checked(
  { name, bytes, type }: { name: string; bytes: Uint8Array; type: FileType | undefined },
  limits: UploadLimits,
): Promise<CheckedFile> {
  if (!type || !limits.types.includes(type)) throw new UploadFault('FILE_TYPE_NOT_ALLOWED')
  if (bytes.length > limits.max_bytes) throw new UploadFault('FILE_TOO_LARGE')
  const content = new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
  if (type !== 'application/pdf' && type !== 'image/tiff') checkSize(pictureSize(bytes, type))
  return { name, content, sha256: await digest(bytes) }
}

/** Whether all of it is there is for the server to say: it reads what browsers do not show. */
function checkSize(size: PictureSize | undefined) {
  if (!size) throw new UploadFault('IMAGE_INVALID')
  const { width, height } = size
  const area = width * height
  const isOutside = Math.min(width, height) < MIN_SIDE_PX || Math.max(width, height) > MAX_SIDE_PX
  if (isOutside || area > MAX_AREA_PX) throw new UploadFault('IMAGE_DIMENSIONS')
}

/**
 * Some browsers show pictures of phones, and so can save them as JPEG. @throws {UploadFault} where
 * this one cannot
 */
async function convertHeic(file: File, name: string) {
  const refuse = (cause?: unknown) =>
    new UploadFault('FILE_TYPE_NOT_ALLOWED', { cause, detail: 'heic' })
  const bitmap = await createImageBitmap(file).catch((cause) => {
    throw refuse(cause)
  })
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  )
  if (!jpeg) throw refuse()
  return {
    name: name.replace(/\.[^.]*$/, '').concat('.jpg'),
    bytes: new Uint8Array(await jpeg.arrayBuffer()),
    type: 'image/jpeg' as const,
  }
}

/** A folder that was dropped looks like a file without a type, and cannot be read. */
async function read(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    if (file.type === '' && !file.name.includes('.'))
      throw new UploadFault('FILE_TYPE_NOT_ALLOWED', { cause })
    throw new UploadFault('UPLOAD_FAILED', { cause, detail: 'unreadable' })
  }
}

/** As the box does it (core/file/announce-file.ts). */
function cleanName(name: string): string {
  const visible = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\]/gu, '')
  return visible.replaceAll(/\s+/gu, ' ').trim()
}

async function digest(bytes: Uint8Array): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In pixels. */
interface PictureSize {
  width: number
  height: number
}

const PDF_HEADER_WITHIN = 1024
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

/**
 * What a file is by its first bytes, never by its name (SPEC-GAPS 1.12), and how large a picture
 * claims to be.
 *
 * `heic` is not accepted as it is, but a browser may be able to convert it.
 */
function contentType(bytes: Uint8Array): FileType | 'heic' | undefined {
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
function pictureSize(bytes: Uint8Array, type: FileType): PictureSize | undefined {
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
