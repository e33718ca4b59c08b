/**
 * Where every block of a channel file lies: 28 bytes a block, 3 MB for three hours of 100 ms
 * frames.
 */
import type { FrameFacts, Gap } from '../../core/recording/storage.ts'

export interface IndexedBlock extends FrameFacts {
  sequence: number
  /** In the file, in bytes. */
  position: number
  length: number
}

export interface BlockIndex {
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

export function blockIndex(): BlockIndex {
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
