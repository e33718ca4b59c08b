/**
 * What a file is, by its content alone (SPEC-GAPS 1.12): neither its name nor what the sender calls
 * it is looked at. What begins as something else is no PDF.
 */
import type { FileType } from '../contract/files.ts'

/** How many bytes from the beginning decide. */
export const SNIFF_BYTES = 1024

const PDF = ascii('%PDF-')
/** A picture, of whatever kind. */
export type PictureType = Exclude<FileType, 'application/pdf'>

const PICTURES: { type: PictureType; starts: number[][] }[] = [
  { type: 'image/png', starts: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] },
  { type: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
  { type: 'image/gif', starts: [ascii('GIF87a'), ascii('GIF89a')] },
  { type: 'image/tiff', starts: [ascii('II*\0'), ascii('MM\0*')] },
]

/** @param head the first `SNIFF_BYTES`, or all there is */
export function sniffType(head: Uint8Array): FileType | null {
  const picture = PICTURES.find(({ starts }) => starts.some((start) => startsWith(head, start)))
  if (picture) return picture.type
  if (startsWith(head, ascii('RIFF')) && startsWith(head.subarray(8), ascii('WEBP')))
    return 'image/webp'
  if (isBmp(head)) return 'image/bmp'
  const at = indexOf(head.subarray(0, SNIFF_BYTES), PDF)
  return at >= 0 && isHarmlessPrefix(head.subarray(0, at)) ? 'application/pdf' : null
}

/** Two letters are a weak sign: the size of its second head must be one that there is. */
function isBmp(head: Uint8Array): boolean {
  if (!startsWith(head, ascii('BM')) || head.length < 26) return false
  const [size = 0, ...rest] = head.subarray(14, 18)
  return rest.every((byte) => byte === 0) && BMP_HEADS.has(size)
}

const BMP_HEADS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])

/** What telephones of some makers save: a picture, of a kind that is not read. */
export function isHeic(head: Uint8Array): boolean {
  if (!startsWith(head.subarray(4), ascii('ftyp'))) return false
  const brands = String.fromCharCode(...head.subarray(8, 64)).match(/.{4}/gs) ?? []
  return brands.some((brand) => HEIC_BRANDS.has(brand))
}

const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'])

/** Whether a PNG is an animation: it says so before its first pixel. */
export function startsAnimation(png: Uint8Array): boolean {
  const pixels = indexOf(png.subarray(0, PNG_HEAD_BYTES), ascii('IDAT'))
  const control = indexOf(png.subarray(0, PNG_HEAD_BYTES), ascii('acTL'))
  return control >= 0 && (pixels < 0 || control < pixels)
}

/** Beyond it lie pixels or a profile of colours, never the first word about an animation. */
const PNG_HEAD_BYTES = 64 << 10

/** Signatures of what would be opened as something else: archives, programs, pictures, pages. */
const OTHERS = [
  'GIF8',
  'PK',
  'MZ',
  '\x7fELF',
  'BM',
  'RIFF',
  'II*',
  'MM\0',
  'Rar!',
  '7z',
  '%!',
  '\x1f\x8b',
  '#!',
].map(ascii)
const OPENS_TAG = 0x3c
const ZERO = 0x00

/**
 * Printers and mail programs put a few lines before a PDF; a page, a program or a picture there is
 * another file.
 */
function isHarmlessPrefix(prefix: Uint8Array): boolean {
  return (
    !OTHERS.some((signature) => startsWith(prefix, signature)) &&
    !prefix.includes(OPENS_TAG) &&
    !prefix.includes(ZERO)
  )
}

export function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte)
}

export function indexOf(bytes: Uint8Array, wanted: readonly number[], from = 0): number {
  for (let at = from; at + wanted.length <= bytes.length; at++)
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
  return -1
}

export function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0))
}
