/**
 * Whether a file is one picture and nothing besides: no second frame, nothing behind its end.
 * Pictures are written anew before they are kept, so this guards no reader of ours; what is two
 * things at once is refused because it is no honest file.
 */
import type { FileType } from '../../../core/contract/files.ts'
import { ascii, indexOf } from '../../../core/file/sniff.ts'

export function isOnePicture(bytes: Uint8Array, type: Exclude<FileType, 'application/pdf'>) {
  if (type === 'image/png') return isOnePng(bytes)
  if (type === 'image/webp') return isOneWebp(bytes)
  return !hidesPage(bytes)
}

function isOnePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // Animated PNG.
    if (name === 'acTL') return false
    at += 12 + length
    if (name === 'IEND') return isBlank(bytes.subarray(at))
  }
  return false
}

function isOneWebp(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length || !isBlank(bytes.subarray(end))) return false
  for (let at = 12; at + 8 <= end; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    if (name === 'ANIM' || name === 'ANMF') return false
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return true
}

/**
 * Telephones hang previews and short films behind a JPEG; a page or a script there is another
 * matter.
 */
function hidesPage(bytes: Uint8Array): boolean {
  const end = lastEndOfImage(bytes)
  const behind = bytes.subarray(end)
  return PAGES.some((tag) => indexOf(behind, tag) >= 0)
}

const PAGES = [
  '<html',
  '<HTML',
  '<script',
  '<SCRIPT',
  '<svg',
  '<?php',
  '<!DOCTYPE',
  '<!doctype',
  '%PDF-',
].map(ascii)

function lastEndOfImage(bytes: Uint8Array): number {
  for (let at = bytes.length - 2; at > 0; at--)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2
  return 0
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
