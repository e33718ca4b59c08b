/**
 * A zip whose bytes follow from the files alone: names in order, no times, nothing compressed, so
 * that the same build has the same digest on every machine and under every zlib. The extension is
 * small, and HTTP compresses what it carries.
 */
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

/** At most 65,535 files and 4 GiB, which nothing of ours comes near. */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  const sorted = [...entries].sort((one, other) => (one.name < other.name ? -1 : 1))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of sorted) {
    const path = Buffer.from(name, 'utf8')
    const facts = factsOf(bytes, path.length)
    const local = Buffer.concat([signature(0x04034b50), facts, path, bytes])
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
function factsOf(bytes: Uint8Array, nameLength: number): Buffer {
  const size = double(bytes.length)
  const stored = words(VERSION, UTF8_NAMES, 0, 0, DAY)
  return Buffer.concat([stored, double(crc32(bytes)), size, size, words(nameLength, 0)])
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
