/**
 * Looks for words in every byte below a folder: as text in UTF-8 and UTF-16, as hexadecimal, base64
 * and JSON escapes, whatever their case, and in whatever can be unpacked (gzip, zlib) from any
 * place of a file.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { constants, inflateRawSync, inflateSync } from 'node:zlib'

export interface Found {
  file: string
  word: string
  form: string
}

/** @param words of at least eight bytes: shorter ones occur by chance */
export async function findPlanted(
  folder: string,
  words: readonly (string | Buffer)[],
  isLeftOut: (file: string) => boolean = () => false,
): Promise<{ found: Found[]; files: number; bytes: number }> {
  const needles = words.flatMap(formsOf)
  const found: Found[] = []
  let files = 0
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const file = relative(folder, path)
    if (isLeftOut(file)) continue
    // What a running service wrote and took away meanwhile has nowhere to be read.
    const content = await readFile(path).catch(nullIfGone)
    if (!content) continue
    files++
    bytes += content.length
    for (const [where, part] of [['', content] as const, ...unpacked(content)]) {
      const low = lowered(part)
      for (const { word, form, bytes: needle, plain } of needles)
        if ((plain ? low : part).includes(needle)) found.push({ file, word, form: form + where })
    }
  }
  return { found, files, bytes }
}

interface Needle {
  word: string
  form: string
  bytes: Buffer
  /** Compared without regard to case. */
  plain: boolean
}

function formsOf(planted: string | Buffer): Needle[] {
  const raw = Buffer.isBuffer(planted) ? planted : Buffer.from(planted)
  const word = Buffer.isBuffer(planted) ? `${planted.length} bytes` : planted
  const needle = (form: string, bytes: Buffer, plain = false) => ({ word, form, bytes, plain })
  const encoded = [
    needle('hex', Buffer.from(raw.toString('hex')), true),
    ...[0, 1, 2].map((shift) => needle('base64', Buffer.from(innerBase64(raw, shift)))),
    ...[0, 1, 2].map((shift) =>
      needle(
        'base64url',
        Buffer.from(innerBase64(raw, shift).replace(/\+/g, '-').replace(/\//g, '_')),
      ),
    ),
  ]
  if (Buffer.isBuffer(planted)) return [needle('bytes', raw), ...encoded]
  const low = planted.toLowerCase()
  const utf16 = Buffer.from(low, 'utf16le')
  return [
    needle('utf-8', lowered(Buffer.from(low)), true),
    needle('latin-1', lowered(Buffer.from(low, 'latin1')), true),
    needle('utf-16le', lowered(utf16), true),
    needle('utf-16be', lowered(Buffer.from(utf16).swap16()), true),
    needle('url', Buffer.from(encodeURIComponent(low).toLowerCase()), true),
    needle('json', Buffer.from(escaped(low)), true),
    ...encoded,
  ]
}

/**
 * What base64 has of the bytes wherever they begin within a group of three, without the characters
 * that neighbours change.
 */
function innerBase64(raw: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), raw])
    .toString('base64')
    .replace(/=+$/, '')
  return text.slice(Math.ceil((shift * 8) / 6), -1)
}

function escaped(text: string): string {
  return [...text]
    .map((letter) =>
      letter.charCodeAt(0) < 128
        ? letter
        : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .join('')
}

/** ASCII letters only: whatever is no text stays as it is. */
function lowered(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let i = 0; i < copy.length; i++) {
    const byte = copy[i]!
    if (byte >= 65 && byte <= 90) copy[i] = byte + 32
  }
  return copy
}

function unpacked(content: Buffer): [string, Buffer][] {
  const parts: [string, Buffer][] = []
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 4 << 20 }
  const starts: [string, Buffer, (bytes: Buffer, options: object) => Buffer][] = [
    [
      'gzip',
      Buffer.from([0x1f, 0x8b, 0x08]),
      (bytes, how) => inflateRawSync(afterHeader(bytes), how),
    ],
    ...[0x01, 0x5e, 0x9c, 0xda].map((level): (typeof starts)[number] => [
      'zlib',
      Buffer.from([0x78, level]),
      inflateSync,
    ]),
  ]
  for (const [name, magic, unpack] of starts)
    for (let at = content.indexOf(magic); at !== -1; at = content.indexOf(magic, at + 1))
      try {
        const part = unpack(content.subarray(at), options)
        if (part.length > 0) parts.push([` in ${name} at ${at}`, part])
      } catch {
        // Two bytes that only look like a beginning.
      }
  return parts
}

/**
 * What follows the header of a gzip member (RFC 1952 §2.3); what stands behind the member does no
 * harm.
 */
function afterHeader(bytes: Buffer): Buffer {
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + bytes.readUInt16LE(at)
  if (flags & 8) at = bytes.indexOf(0, at) + 1
  if (flags & 16) at = bytes.indexOf(0, at) + 1
  if (flags & 2) at += 2
  return bytes.subarray(at)
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
