/**
 * Reads a channel file block by block, in pieces so that a long one does not stop the server.
 *
 * What is not a whole, undamaged block is skipped until one begins again: a flipped bit costs its
 * own block only. Rubbish after the last good block is a write that a crash tore; `end` is where it
 * begins.
 */
import type { AudioFile } from './files.ts'
import { type BlockFacts, MAX_BLOCK_BYTES, readBlock } from './frame-seal.ts'

export interface FoundBlock extends BlockFacts {
  /** In the file, in bytes. */
  position: number
  bytes: Buffer
}

export interface ScanResult {
  /** After the last good block. */
  end: number
  /** Bytes between good blocks that are none. */
  damagedBytes: number
}

const PIECE_BYTES = 1 << 20

/**
 * @param takeBlock is given every whole block whose sequence and offset go on from the one before;
 * false when it turns out to be none
 */
export async function scanFile(
  file: AudioFile,
  takeBlock: (block: FoundBlock) => boolean,
): Promise<ScanResult> {
  const state = { end: 0, damagedBytes: 0, nextSequence: 0, nextOffset: 0 }
  const size = await file.size()
  let position = 0
  while (position < size) {
    const bytes = await file.read(Math.max(PIECE_BYTES, MAX_BLOCK_BYTES * 2), position)
    if (bytes.length === 0) break
    const isLast = position + bytes.length >= size
    // A block that begins near the end of the piece may go on in the next one.
    const safe = isLast ? bytes.length : bytes.length - MAX_BLOCK_BYTES
    position += takeBlocks(bytes, safe, position, state, takeBlock)
  }
  const { end, damagedBytes } = state
  return { end, damagedBytes }
}

interface State extends ScanResult {
  nextSequence: number
  nextOffset: number
}

/** @returns how many bytes are done with */
function takeBlocks(
  bytes: Buffer,
  safe: number,
  position: number,
  state: State,
  takeBlock: (block: FoundBlock) => boolean,
): number {
  let at = 0
  const take = ({ length, ...facts }: BlockFacts & { length: number }) =>
    takeBlock({ ...facts, position: position + at, bytes: bytes.subarray(at, at + length) })
  while (at < safe) {
    const found = readBlock(bytes, at)
    if (!found || !isNext(state, found) || !take(found)) {
      at = nextCandidate(bytes, at + 1)
      continue
    }
    const { length, ...facts } = found
    state.damagedBytes += position + at - state.end
    state.end = position + at + length
    state.nextSequence = facts.sequence + 1
    state.nextOffset = facts.offset + facts.count
    at += length
  }
  return Math.min(at, bytes.length)
}

function isNext({ nextSequence, nextOffset }: State, block: BlockFacts): boolean {
  return block.sequence >= nextSequence && block.offset >= nextOffset
}

/** Where "SVF1" stands next; near the end, where it might begin. */
function nextCandidate(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('SVF1', from, 'latin1')
  return found === -1 ? Math.max(from, bytes.length - 3) : found
}
