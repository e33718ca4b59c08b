/**
 * One channel of a recording: a file of sealed blocks, its index, and the digest of its samples.
 *
 * `next` counts what was prepared for the disk, `durable` what is on it. `prepare` gives a block
 * its place; then the block is either confirmed (`confirm`, in order) or everything unconfirmed is
 * forgotten at once (`rollBack`).
 */
import { createHash } from 'node:crypto'
import { type AudioFrame, samplesChecksum, samplesToBytes } from '../../core/contract/frames.ts'
import type { Cursor, FrameFacts, Gap, HeldChannel } from '../../core/recording/storage.ts'
import type { AudioFile } from './files.ts'
import {
  type BlockOwner,
  frameOpener,
  frameSealer,
  readBlock,
  type SealFrame,
} from './frame-seal.ts'
import { scanFile } from './scan-file.ts'

export interface PreparedBlock {
  position: number
  bytes: Buffer
  samples: Int16Array
}

export interface ChannelFile {
  next(): Cursor
  durable(): Cursor
  facts(sequence: number): FrameFacts | undefined
  prepare(frame: AudioFrame): PreparedBlock
  /** Puts bytes in their place, unflushed. */
  write(bytes: Uint8Array, position: number): Promise<void>
  confirm(block: PreparedBlock): void
  /** Also takes what was written of it off the file, as far as the disk lets us. */
  rollBack(): Promise<void>
  sync(): Promise<void>
  summary(): HeldChannel
  read(from: number, to: number): Promise<Int16Array>
  close(): Promise<void>
  readonly damagedBytes: number
}

export interface ChannelFileOptions {
  file: AudioFile
  owner: BlockOwner
  /**
   * False for a finished recording: it is not changed, and its blocks are only opened when read.
   */
  writable: boolean
}

/** A read of a long stretch goes to the disk in pieces of about this size. */
const READ_BYTES = 4 << 20

export async function openChannelFile(options: ChannelFileOptions): Promise<ChannelFile> {
  const { file, owner, writable } = options
  const index = blockIndex()
  const openFrame = frameOpener(owner)
  const digest = createHash('sha256')
  let heldSamples = 0

  const { end, damagedBytes } = await scanFile(file, ({ bytes, position, ...facts }) => {
    const samples = writable ? openFrame(bytes) : null
    if (writable && !samples) return false
    if (samples) digest.update(samplesToBytes(samples))
    heldSamples += facts.count
    const checksum = samples ? samplesChecksum(samples) : 0
    index.add({ ...facts, checksum, position, length: bytes.length })
    return true
  })
  // A torn tail is cut, so that nothing after it is ever taken for something older.
  if (writable && (await file.size()) > end) await file.truncate(end)

  let seal: SealFrame | null = null
  let confirmed = index.size

  const cursorAt = (size: number): Cursor => {
    if (size === 0) return { nextSequence: 0, nextOffset: 0 }
    const last = index.at(size - 1)
    return { nextSequence: last.sequence + 1, nextOffset: last.offset + last.count }
  }
  const endAt = (size: number) => {
    if (size === 0) return 0
    const last = index.at(size - 1)
    return last.position + last.length
  }

  return {
    damagedBytes,
    next: () => cursorAt(index.size),
    durable: () => cursorAt(confirmed),
    // Unknown where blocks were not opened: then a repetition is believed.
    facts: (sequence) => (writable ? index.findSequence(sequence) : undefined),
    prepare(frame) {
      seal ??= frameSealer(owner)
      const bytes = seal(frame)
      const position = endAt(index.size)
      const { sequence, offset, samples } = frame
      const count = samples.length
      const checksum = samplesChecksum(samples)
      index.add({ sequence, offset, count, checksum, position, length: bytes.length })
      return { position, bytes, samples }
    },
    write: (bytes, position) => file.write(bytes, position),
    confirm({ samples }) {
      confirmed++
      heldSamples += samples.length
      digest.update(samplesToBytes(samples))
    },
    async rollBack() {
      index.cut(confirmed)
      seal = null
      // When even that fails, the next block is written over it, and a tail is cut at the next
      // opening.
      await file.truncate(endAt(confirmed)).catch(() => {})
    },
    sync: () => file.sync(),
    summary() {
      return {
        channel: owner.channel,
        ...cursorAt(confirmed),
        heldSamples,
        gaps: gapsUpTo(index, cursorAt(confirmed).nextOffset),
        sha256: digest.copy().digest('hex'),
      }
    },
    read: (from, to) =>
      readSamples(file, index, openFrame, from, Math.min(to, cursorAt(confirmed).nextOffset)),
    close: () => file.close(),
  }
}

function gapsUpTo(index: BlockIndex, end: number): Gap[] {
  return index.gaps().filter(({ to }) => to <= end)
}

async function readSamples(
  file: AudioFile,
  index: BlockIndex,
  openFrame: ReturnType<typeof frameOpener>,
  from: number,
  to: number,
): Promise<Int16Array> {
  if (to <= from) return new Int16Array(0)
  const samples = new Int16Array(to - from)
  let i = index.firstAfter(from)
  while (i < index.size && index.at(i).offset < to) {
    const run = takeRun(index, i, to)
    const first = run[0]!
    const last = run.at(-1)!
    const bytes = await file.read(last.position + last.length - first.position, first.position)
    for (const block of run) {
      const at = block.position - first.position
      // A block that went bad since it was indexed reads as silence; the scan at the next opening
      // states it.
      if (!readBlock(bytes, at)) continue
      const sound = openFrame(bytes.subarray(at, at + block.length))
      if (sound) place(samples, from, sound, block.offset)
    }
    i += run.length
  }
  return samples
}

/** Blocks that lie one after the other in the file, as many as one read should take. */
function takeRun(index: BlockIndex, start: number, to: number): IndexedBlock[] {
  const run = [index.at(start)]
  for (let i = start + 1; i < index.size; i++) {
    const block = index.at(i)
    const bytes = block.position + block.length - run[0]!.position
    if (block.offset >= to || bytes > READ_BYTES) break
    run.push(block)
  }
  return run
}

/** Copies the part of `sound` that lies within the samples from `from` on. */
function place(samples: Int16Array, from: number, sound: Int16Array, offset: number) {
  const start = Math.max(from, offset)
  const end = Math.min(from + samples.length, offset + sound.length)
  samples.set(sound.subarray(start - offset, end - offset), start - from)
}

interface IndexedBlock extends FrameFacts {
  sequence: number
  /** In the file, in bytes. */
  position: number
  length: number
}

/**
 * Where every block of a channel file lies: 28 bytes a block, 3 MB for three hours of 100 ms
 * frames.
 */
interface BlockIndex {
  readonly size: number
  /** In order of sequence and offset. */
  add(block: IndexedBlock): void
  at(i: number): IndexedBlock
  findSequence(sequence: number): IndexedBlock | undefined
  /** Index of the first block that ends after `offset`. */
  firstAfter(offset: number): number
  /** Between the blocks, and before the first. */
  gaps(): Gap[]
  /** Forgets what was added from `size` on. */
  cut(size: number): void
}

const START_CAPACITY = 1024

function blockIndex(): BlockIndex {
  let size = 0
  let sequences = new Uint32Array(START_CAPACITY)
  let counts = new Uint32Array(START_CAPACITY)
  let checksums = new Uint32Array(START_CAPACITY)
  let offsets = new Float64Array(START_CAPACITY)
  let positions = new Float64Array(START_CAPACITY)
  let lengths = new Uint32Array(START_CAPACITY)

  function grow() {
    const capacity = size * 2
    sequences = copyInto(new Uint32Array(capacity), sequences)
    counts = copyInto(new Uint32Array(capacity), counts)
    checksums = copyInto(new Uint32Array(capacity), checksums)
    offsets = copyInto(new Float64Array(capacity), offsets)
    positions = copyInto(new Float64Array(capacity), positions)
    lengths = copyInto(new Uint32Array(capacity), lengths)
  }

  function at(i: number): IndexedBlock {
    return {
      sequence: sequences[i]!,
      offset: offsets[i]!,
      count: counts[i]!,
      checksum: checksums[i]!,
      position: positions[i]!,
      length: lengths[i]!,
    }
  }

  /** First index for which `isBeyond` holds; it holds for all that follow. */
  function search(isBeyond: (i: number) => boolean): number {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBeyond(middle)) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    get size() {
      return size
    },
    add(block) {
      if (size === sequences.length) grow()
      sequences[size] = block.sequence
      counts[size] = block.count
      checksums[size] = block.checksum
      offsets[size] = block.offset
      positions[size] = block.position
      lengths[size] = block.length
      size++
    },
    at,
    findSequence(sequence) {
      const i = search((k) => sequences[k]! >= sequence)
      return i < size && sequences[i] === sequence ? at(i) : undefined
    },
    firstAfter: (offset) => search((k) => offsets[k]! + counts[k]! > offset),
    gaps() {
      const gaps: Gap[] = []
      let end = 0
      for (let i = 0; i < size; i++) {
        if (offsets[i]! > end) gaps.push({ from: end, to: offsets[i]! })
        end = offsets[i]! + counts[i]!
      }
      return gaps
    },
    cut(newSize) {
      size = Math.min(size, newSize)
    },
  }
}

function copyInto<T extends { set(source: ArrayLike<number>): void }>(
  target: T,
  source: ArrayLike<number>,
): T {
  target.set(source)
  return target
}
