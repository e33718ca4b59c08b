/**
 * What a file is, by its content alone (SPEC-GAPS 1.12): neither its name nor what the sender calls
 * it is looked at. What is two things at once is neither.
 */
import type { FileType } from '../contract/files.ts'

/** How many bytes from the beginning decide. */
export const SNIFF_BYTES = 1024

const PDF = ascii('%PDF-')
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** @param head the first `SNIFF_BYTES`, or all there is */
export function sniffType(head: Uint8Array): FileType | null {
  if (startsWith(head, PNG)) return 'image/png'
  if (startsWith(head, JPEG)) return 'image/jpeg'
  if (startsWith(head, ascii('RIFF')) && startsWith(head.subarray(8), ascii('WEBP')))
    return 'image/webp'
  const at = indexOf(head.subarray(0, SNIFF_BYTES), PDF)
  return at >= 0 && isHarmlessPrefix(head.subarray(0, at)) ? 'application/pdf' : null
}

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

/**
 * Whether an archive program would open the file: the end record of a ZIP, wherever the archive
 * itself begins.
 */
export function endsAsArchive(bytes: Uint8Array): boolean {
  const longestEnd = 22 + 0xffff
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - longestEnd); at--) {
    if (bytes[at] !== 0x50 || !startsWith(bytes.subarray(at), ZIP_END)) continue
    const commentBytes = bytes[at + 20]! | (bytes[at + 21]! << 8)
    if (at + 22 + commentBytes <= bytes.length) return true
  }
  return false
}

const ZIP_END = [0x50, 0x4b, 0x05, 0x06]

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
