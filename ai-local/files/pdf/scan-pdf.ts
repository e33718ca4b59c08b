/**
 * A look at a PDF before a parser is let at it: how large its packed streams are when they are
 * unpacked, and whether all of it is there. Parsers read what they can of a damaged file and say
 * nothing; whoever relies on the text must be told.
 */
import { inflateRawSync, inflateSync } from 'node:zlib'
import { ReadError } from '../protocol.ts'

/** One page's drawing, a font or a table of objects; a picture has limits of its own. */
const MAX_STREAM_BYTES = 64 << 20
const MAX_TOTAL_BYTES = 512 << 20
/** Packed twice is odd, more often a bomb. */
const MAX_LAYERS = 2

export interface PdfScan {
  /** Its end is missing, or what a packed stream holds is not what was packed. */
  isDamaged: boolean
}

/** @throws {ReadError} `PDF_INVALID` for a stream that is a bomb */
export function scanPdf(bytes: Buffer): PdfScan {
  const names = new Set<string>()
  let unpackedBytes = 0
  let isBroken = false
  lex(bytes, names, (dictionary, data) => {
    const layers = dictionary.match(/\/(?:FlateDecode|Fl)(?![A-Za-z])/g)?.length ?? 0
    if (layers > MAX_LAYERS) throw new ReadError('PDF_INVALID')
    if (layers === 0 || !FIRST_PACKED.test(dictionary)) return
    const isPicture = /\/Subtype\s*\/Image\b/.test(dictionary)
    const { bytes: size, isWhole } = unpack(data, layers, isPicture)
    if (!isWhole) isBroken = true
    if (isPicture) return
    unpackedBytes += size
    if (unpackedBytes > MAX_TOTAL_BYTES) throw new ReadError('PDF_INVALID')
  })
  // What is encrypted looks like nothing that was packed.
  return { isDamaged: isCut(bytes) || (isBroken && !names.has('Encrypt')) }
}

/** Packed last, so unpacked first: what is written in letters on top is not looked through. */
const FIRST_PACKED = /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)(?![A-Za-z])/

function unpack(data: Buffer, layers: number, isPicture: boolean) {
  let content = data
  let isWhole = true
  for (let layer = 0; layer < layers; layer++) {
    try {
      content = inflateSync(content, { maxOutputLength: MAX_STREAM_BYTES })
    } catch (cause) {
      if (isTooLarge(cause)) {
        if (isPicture) return { bytes: 0, isWhole }
        throw new ReadError('PDF_INVALID', { cause })
      }
      isWhole = isWhole && lacksOnlySum(content, cause)
      content = whatIsThere(content)
    }
  }
  return { bytes: content.length, isWhole }
}

/** Some programs leave out the sum at the end. */
function lacksOnlySum(packed: Buffer, error: unknown): boolean {
  if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') return false
  try {
    inflateRawSync(packed.subarray(2), { maxOutputLength: MAX_STREAM_BYTES })
    return true
  } catch {
    return false
  }
}

function whatIsThere(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM_BYTES, finishFlush: 2 })
  } catch (cause) {
    if (isTooLarge(cause)) throw new ReadError('PDF_INVALID', { cause })
    // A damaged stream is the parser's business: it reads what there is.
    return Buffer.alloc(0)
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}

/** Nothing that ends a file comes behind its last object. */
function isCut(bytes: Buffer): boolean {
  const last = bytes.lastIndexOf('endobj')
  return !['startxref', 'trailer', '%%EOF'].some((word) => bytes.lastIndexOf(word) > last)
}

/** How often all of a file is looked through for the ends of strings that have none. */
const MAX_UNCLOSED = 8

type OnStream = (dictionary: string, data: Buffer) => void

/**
 * Collects names; calls `onStream` with each stream and the text of the dictionary before it. Names
 * inside strings, comments and streams are text and count for nothing.
 */
function lex(bytes: Buffer, names: Set<string>, onStream: OnStream) {
  let dictionaryAt = 0
  let unclosedBytes = 0
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!
    if (byte === PERCENT) at = endOfLine(bytes, at)
    else if (byte === OPEN_PAREN) {
      // A file of nothing but open ones would be read to its end by each of them.
      const end = unclosedBytes > MAX_UNCLOSED * bytes.length ? -1 : endOfString(bytes, at)
      if (end < 0) unclosedBytes += bytes.length - at
      // It never ends, so it was none: nothing may hide behind it.
      at = end < 0 ? at + 1 : end
    } else if (byte === SLASH) at = readName(bytes, at + 1, names)
    else if (byte === LOWER_O && isWord(bytes, at, 'obj')) {
      dictionaryAt = at + 3
      at += 3
    } else if (byte === LOWER_S && isWord(bytes, at, 'stream')) {
      const from = startOfData(bytes, at + 6)
      const to = bytes.indexOf('endstream', from)
      const end = to < 0 ? bytes.length : to
      onStream(bytes.toString('latin1', dictionaryAt, at), bytes.subarray(from, end))
      at = end + 9
      // What comes next has an object, and a dictionary, of its own.
      dictionaryAt = at
    } else at++
  }
}

const PERCENT = 0x25
const OPEN_PAREN = 0x28
const CLOSE_PAREN = 0x29
const SLASH = 0x2f
const BACKSLASH = 0x5c
const LOWER_O = 0x6f
const LOWER_S = 0x73

function endOfLine(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++
  return at
}

/** -1: it never ends. */
function endOfString(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at++
    else if (byte === OPEN_PAREN) depth++
    else if (byte === CLOSE_PAREN && --depth === 0) return at + 1
  }
  return -1
}

/** `#4a` in a name is `J`. */
function readName(bytes: Buffer, from: number, names: Set<string>): number {
  let at = from
  while (at < bytes.length && !ENDS_NAME.has(bytes[at]!)) at++
  const raw = bytes.toString('latin1', from, Math.min(at, from + 127))
  names.add(
    raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  )
  return at
}

const ENDS_NAME = new Set([...'\0\t\n\f\r ()<>[]{}/%'].map((each) => each.charCodeAt(0)))

function isWord(bytes: Buffer, at: number, word: string): boolean {
  const before = at === 0 || ENDS_NAME.has(bytes[at - 1]!) || isDigit(bytes[at - 1]!)
  return before && bytes.toString('latin1', at, at + word.length) === word
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function startOfData(bytes: Buffer, from: number): number {
  if (bytes[from] === 0x0d && bytes[from + 1] === 0x0a) return from + 2
  return bytes[from] === 0x0a || bytes[from] === 0x0d ? from + 1 : from
}
