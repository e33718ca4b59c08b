/**
 * One frame of sound as it lies on the disk: a block that stands alone. Little endian:
 *
 *    0  "SVF1"
 *    4  u32  sequence
 *    8  u64  offset, in samples
 *   16 u32 number of samples
 *   20  24   salt of the writer
 *   44 u32 counter of the writer 48 u32 CRC-32C over bytes 0 to 47 and everything from 52: tells a
 *   torn block without any key 52 PCM16, sealed with AES-256-GCM; bytes 0 to 47 are authenticated
 *   with it .. tag, 16 bytes
 *
 * Nonces. GCM breaks when a nonce is used twice under one key, and a file that is cut after a crash
 * and written again is the classic way to do that: position, sequence and counters read back from
 * the disk all repeat. So nothing here depends on what the disk says. Whoever opens a file for
 * writing draws 192 random bits, derives a key of its own from them (HKDF-SHA-256 over the
 * consultation's key, bound to recording and channel) and counts from 0 in memory; a number is
 * burnt when it is used for sealing, whether the write succeeds or not. Two writers, before and
 * after a crash or a failed write, have different keys unless 192 random bits repeat. A writer
 * stops at 2^32 blocks (13 years of sound).
 *
 * Nothing is shared between blocks: a damaged one costs its own sound and no other.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  crc32c,
  MAX_FRAME_SAMPLES,
  samplesFromBytes,
  samplesToBytes,
} from '../../core/contract/frames.ts'

export const BLOCK_HEADER_BYTES = 52
const BLOCK_TAG_BYTES = 16
const MAGIC = 0x31465653 // "SVF1"
const SALT = 20
const COUNTER = 44
const CHECKSUM = 48
const MAX_COUNTER = 0xffff_ffff

export interface BlockFacts {
  sequence: number
  offset: number
  /** In samples. */
  count: number
}

/** Whose sound it is: a block of another recording or channel does not open. */
export interface BlockOwner {
  key: Uint8Array
  recordingId: string
  channel: number
}

export type SealFrame = (frame: { sequence: number; offset: number; samples: Int16Array }) => Buffer

/** A writer: one per opening of a file, never shared, never stored. */
export function frameSealer(owner: BlockOwner): SealFrame {
  const salt = randomBytes(COUNTER - SALT)
  const key = writerKey(owner, salt)
  let counter = 0

  return ({ sequence, offset, samples }) => {
    if (counter > MAX_COUNTER) throw new Error('frame sealer exhausted')
    const plain = samplesToBytes(samples)
    const block = Buffer.alloc(blockBytes(samples.length))
    block.writeUInt32LE(MAGIC, 0)
    block.writeUInt32LE(sequence, 4)
    block.writeBigUInt64LE(BigInt(offset), 8)
    block.writeUInt32LE(samples.length, 16)
    salt.copy(block, SALT)
    block.writeUInt32LE(counter, COUNTER)
    const cipher = createCipheriv('aes-256-gcm', key, nonce(counter++))
    cipher.setAAD(block.subarray(0, CHECKSUM))
    cipher.update(plain).copy(block, BLOCK_HEADER_BYTES)
    cipher.final()
    cipher.getAuthTag().copy(block, block.length - BLOCK_TAG_BYTES)
    block.writeUInt32LE(checksum(block), CHECKSUM)
    return block
  }
}

/** Samples of a block, or null when it does not belong to the owner or was altered. */
export type OpenFrame = (block: Buffer) => Int16Array | null

export function frameOpener(owner: BlockOwner): OpenFrame {
  const keys = new Map<string, Buffer>()

  function keyOf(salt: Buffer): Buffer {
    const name = salt.toString('base64')
    const known = keys.get(name)
    if (known) return known
    const key = writerKey(owner, salt)
    keys.set(name, key)
    return key
  }

  return (block) => {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(block.subarray(SALT, COUNTER)),
      nonce(block.readUInt32LE(COUNTER)),
    )
    decipher.setAAD(block.subarray(0, CHECKSUM))
    decipher.setAuthTag(block.subarray(-BLOCK_TAG_BYTES))
    const plain = decipher.update(block.subarray(BLOCK_HEADER_BYTES, -BLOCK_TAG_BYTES))
    try {
      decipher.final()
    } catch {
      return null
    }
    return samplesFromBytes(plain)
  }
}

/** The facts at `at`, when a whole, undamaged block begins there; null otherwise. */
export function readBlock(bytes: Buffer, at: number): (BlockFacts & { length: number }) | null {
  const header = readBlockHeader(bytes, at)
  if (!header || at + header.length > bytes.length) return null
  const block = bytes.subarray(at, at + header.length)
  return checksum(block) === block.readUInt32LE(CHECKSUM) ? header : null
}

/** What a block's header claims; unchecked. Null when none begins there. */
function readBlockHeader(bytes: Buffer, at: number): (BlockFacts & { length: number }) | null {
  if (at + BLOCK_HEADER_BYTES > bytes.length || bytes.readUInt32LE(at) !== MAGIC) return null
  const count = bytes.readUInt32LE(at + 16)
  if (count === 0 || count > MAX_FRAME_SAMPLES) return null
  return {
    sequence: bytes.readUInt32LE(at + 4),
    offset: Number(bytes.readBigUInt64LE(at + 8)),
    count,
    length: blockBytes(count),
  }
}

/** The longest block there can be. */
export const MAX_BLOCK_BYTES = blockBytes(MAX_FRAME_SAMPLES)

function blockBytes(count: number): number {
  return BLOCK_HEADER_BYTES + count * 2 + BLOCK_TAG_BYTES
}

function writerKey({ key, recordingId, channel }: BlockOwner, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `svc audio 1 ${recordingId} ${channel}`, 32))
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(counter, 8)
  return bytes
}

function checksum(block: Buffer): number {
  return crc32c(block.subarray(BLOCK_HEADER_BYTES), crc32c(block.subarray(0, CHECKSUM)))
}
