/**
 * A zip whose bytes follow from the files alone: names in order, no times, compressed without zlib,
 * so that the same build has the same digest on every machine.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { deflated } from './deflate.ts'

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
