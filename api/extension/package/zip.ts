/**
 * A zip whose bytes follow from the files alone: names in order, no times, compressed without zlib,
 * so that the same build has the same digest on every machine.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** With slashes, relative. */
  name: string
  bytes: Uint8Array
}

/** 1 January 1980, the first day that a zip knows. */
const DAY = 0x0021
const UTF8_NAMES = 0x0800
const VERSION = 20

const DEFLATED = 8
/** Files of several versions of several packages. */
const MOST_KEPT = 500

/** At most 65,535 files and 4 GiB, which nothing of ours comes near. */
export type PackZip = (entries: readonly ZipEntry[]) => Promise<Buffer>

/** Packs a file that it packed before without the work; others have their turn between files. */
export function zipPacker(): PackZip {
  const kept = new Map<string, Uint8Array>()
  return async (entries) => {
    const packed: Packed[] = []
    for (const entry of entries) {
      const key = hash('sha256', entry.bytes)
      const known = kept.get(key)
      if (!known) await setImmediate()
      const small = known ?? deflated(entry.bytes)
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, small)
      packed.push({ ...entry, small })
    }
    return zipOf(packed)
  }
}

interface Packed extends ZipEntry {
  small: Uint8Array
}

function zipOf(entries: readonly Packed[]): Buffer {
  const sorted = [...entries].sort((one, other) => (one.name < other.name ? -1 : 1))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of sorted) {
    const path = Buffer.from(entry.name, 'utf8')
    const facts = factsOf(entry, path.length)
    const local = Buffer.concat([signature(0x04034b50), facts, path, entry.small])
    directory.push(
      signature(0x02014b50),
      words(VERSION),
      facts,
      // No comment, first disk, no attributes.
      words(0, 0, 0),
      double(0),
      double(offset),
      path,
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = [
    signature(0x06054b50),
    words(0, 0, sorted.length, sorted.length),
    double(listed.length),
    double(offset),
    words(0),
  ]
  return Buffer.concat([...parts, listed, ...end])
}

/** What the local header and the directory say alike. */
function factsOf({ bytes, small }: Packed, nameLength: number): Buffer {
  const how = words(VERSION, UTF8_NAMES, DEFLATED, 0, DAY)
  const sizes = [double(small.length), double(bytes.length)]
  return Buffer.concat([how, double(crc32(bytes)), ...sizes, words(nameLength, 0)])
}

const signature = (value: number) => double(value)

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2)
  return buffer
}

function double(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

const WINDOW = 32_768
const SHORTEST = 3
const LONGEST = 258
/** Earlier places with the same three bytes that are compared. */
const MOST_TRIES = 64
const HASH_BITS = 15

/** First length of each of the codes from 257 on, and the bits behind it. */
const LENGTHS = codesFrom(3, [0, 0, 0, 0, ...each([0, 1, 2, 3, 4, 5], 4)]).slice(0, 28)
/** First distance of each code, and the bits behind it. */
const DISTANCES = codesFrom(1, [0, 0, ...each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 2)])

interface Code {
  first: number
  extra: number
}

/**
 * Deflate (RFC 1951) whose bytes follow from the input alone. What zlib writes differs between its
 * versions and between processors, and the digest of the extension must not. Matches are looked for
 * as zlib does; the codes are the fixed ones, which need no table of their own.
 *
 * One block, the last one.
 */
export function deflated(input: Uint8Array): Uint8Array {
  const bits = bitWriter()
  bits.write(1, 1)
  bits.write(1, 2)
  const search = matches(input)
  for (let at = 0; at < input.length; ) {
    const { length, distance } = search.longest(at)
    // One byte alone, where the next one begins a longer match.
    const isTaken = length >= SHORTEST && search.longest(at + 1).length <= length
    if (isTaken) {
      writeMatch(bits, length, distance)
      at += length
    } else writeSymbol(bits, input[at++]!)
  }
  writeSymbol(bits, 256)
  return bits.end()
}

/** Places of earlier bytes, by the three that begin there. */
function matches(input: Uint8Array) {
  const heads = new Int32Array(1 << HASH_BITS).fill(-1)
  const earlier = new Int32Array(input.length)
  let known = 0

  function hashAt(at: number): number {
    const three = (input[at]! << 16) | (input[at + 1]! << 8) | input[at + 2]!
    return Math.imul(three, 0x9e3779b1) >>> (32 - HASH_BITS)
  }

  function lengthOf(at: number, before: number, most: number): number {
    let length = 0
    while (length < most && input[before + length] === input[at + length]) length++
    return length
  }

  return {
    longest(at: number): { length: number; distance: number } {
      const most = Math.min(LONGEST, input.length - at)
      if (most < SHORTEST) return { length: 0, distance: 0 }
      for (; known < at; known++) {
        if (known + SHORTEST > input.length) continue
        const hash = hashAt(known)
        earlier[known] = heads[hash]!
        heads[hash] = known
      }
      let best = { length: 0, distance: 0 }
      let before = heads[hashAt(at)]!
      // What was noted for a look ahead is no place before this one.
      while (before >= at) before = earlier[before]!
      for (let tries = 0; tries < MOST_TRIES && before >= 0; tries++) {
        if (at - before > WINDOW) break
        const length = lengthOf(at, before, most)
        if (length > best.length) best = { length, distance: at - before }
        if (length === most) break
        before = earlier[before]!
      }
      return best
    },
  }
}

type Bits = ReturnType<typeof bitWriter>

function writeMatch(bits: Bits, length: number, distance: number) {
  // The longest has a code of its own.
  const long = length === LONGEST ? 28 : lastNotAbove(LENGTHS, length)
  writeSymbol(bits, 257 + long)
  if (length < LONGEST) bits.write(length - LENGTHS[long]!.first, LENGTHS[long]!.extra)
  const far = lastNotAbove(DISTANCES, distance)
  bits.writeCode(far, 5)
  bits.write(distance - DISTANCES[far]!.first, DISTANCES[far]!.extra)
}

/** Of bytes, the end (256) and lengths (RFC 1951, 3.2.6). */
function writeSymbol(bits: Bits, symbol: number) {
  if (symbol < 144) bits.writeCode(0x30 + symbol, 8)
  else if (symbol < 256) bits.writeCode(0x190 + symbol - 144, 9)
  else if (symbol < 280) bits.writeCode(symbol - 256, 7)
  else bits.writeCode(0xc0 + symbol - 280, 8)
}

function bitWriter() {
  const bytes: number[] = []
  let held = 0
  let count = 0

  function write(value: number, length: number) {
    held |= value << count
    count += length
    for (; count >= 8; count -= 8) {
      bytes.push(held & 255)
      held >>>= 8
    }
  }

  return {
    /** The lowest bit first, at most 16. */
    write,
    /** A code's highest bit first. */
    writeCode(code: number, length: number) {
      let turned = 0
      for (let at = 0; at < length; at++) turned |= ((code >> at) & 1) << (length - 1 - at)
      write(turned, length)
    },
    end(): Uint8Array {
      if (count > 0) bytes.push(held & 255)
      return Uint8Array.from(bytes)
    },
  }
}

function codesFrom(first: number, extras: readonly number[]): Code[] {
  let next = first
  return extras.map((extra) => {
    const code = { first: next, extra }
    next += 1 << extra
    return code
  })
}

function each(values: readonly number[], times: number): number[] {
  return values.flatMap((value) => Array.from({ length: times }, () => value))
}

function lastNotAbove(codes: readonly Code[], value: number): number {
  let at = codes.length - 1
  while (codes[at]!.first > value) at--
  return at
}
