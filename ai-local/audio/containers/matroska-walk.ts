/**
 * Looks at every element of a WebM or Matroska file (RFC 8794, RFC 9559), without its sound: does
 * one say that it is longer than what is left, is something there that is no element, does another
 * file begin behind this one.
 */
import { type ByteSource, byteWindow } from './container.ts'

export interface MatroskaFacts {
  /** The last element reaches beyond the end of the file. */
  isCut: boolean
  /** Something in the middle is no element: bytes are missing, or others stand there. */
  isDamaged: boolean
  /** When the last block is heard. */
  lastBlockS: number
  nextFileAt: number | null
}

const EBML = 0x1a45_dfa3
const SEGMENT = 0x1853_8067
const INFO = 0x1549_a966
const CLUSTER = 0x1f43_b675
/** SeekHead, Info, Tracks, Cluster, Cues, Attachments, Chapters, Tags, Void, CRC-32. */
const TOP_LEVEL = [
  0x114d_9b74,
  INFO,
  0x1654_ae6b,
  CLUSTER,
  0x1c53_bb6b,
  0x1941_a469,
  0x1043_a770,
  0x1254_c367,
  0xec,
  0xbf,
]
const TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
/**
 * Timestamp, SimpleBlock, BlockGroup, Position, PrevSize, EncryptedBlock, SilentTracks, Void, CRC.
 */
const IN_CLUSTER = [TIMESTAMP, SIMPLE_BLOCK, BLOCK_GROUP, 0xa7, 0xab, 0xaf, 0x5854, 0xec, 0xbf]

interface Element {
  id: number
  body: number
  /** Null: not said. */
  end: number | null
}

export async function walkMatroska(source: ByteSource): Promise<MatroskaFacts> {
  const bytes = byteWindow(source)
  const { sizeBytes } = source
  const facts: MatroskaFacts = {
    isCut: false,
    isDamaged: false,
    lastBlockS: 0,
    nextFileAt: null,
  }
  let tickS = 0.001
  let clusterS = 0
  let segmentEnd: number | null = null
  let clusterEnd: number | null = null
  let inCluster = false
  let at = 0

  while (at < sizeBytes) {
    if (inCluster && clusterEnd !== null && at >= clusterEnd) inCluster = false
    if (segmentEnd !== null && at >= segmentEnd) inCluster = false
    const element = await readElement(at)
    const isKnown =
      element &&
      ((inCluster && IN_CLUSTER.includes(element.id)) ||
        TOP_LEVEL.includes(element.id) ||
        element.id === SEGMENT ||
        element.id === EBML)
    if (!isKnown) {
      const next = await resync(at)
      facts.isCut ||= next === null
      facts.isDamaged = true
      if (next === null) break
      inCluster = false
      at = next
      continue
    }
    const { id, body, end } = element
    if (id === EBML && at > 0) {
      facts.nextFileAt = at
      break
    }
    if (id === SEGMENT || id === CLUSTER) {
      facts.isCut ||= end !== null && end > sizeBytes
      if (id === SEGMENT) segmentEnd = end
      else [inCluster, clusterEnd] = [true, end]
      at = body
      continue
    }
    if (end === null || end > sizeBytes) {
      facts.isCut = true
      break
    }
    facts.isDamaged ||= inCluster && clusterEnd !== null && end > clusterEnd
    if (id === INFO) tickS = await readTick(body, end)
    if (id === TIMESTAMP) clusterS = (await readNumber(body, end - body)) * tickS
    if (id === SIMPLE_BLOCK) await noteBlock(body)
    if (id === BLOCK_GROUP) await noteGroup(body)
    at = end
  }
  return facts

  async function readElement(from: number): Promise<Element | null> {
    const head = await bytes(from, 12)
    const idBytes = Math.clz32(head[0] ?? 0) - 23
    if (idBytes < 1 || idBytes > 4 || head.length < idBytes + 1) return null
    const id = head.readUIntBE(0, idBytes)
    const sizeWidth = Math.clz32(head[idBytes]!) - 23
    const body = from + idBytes + sizeWidth
    if (sizeWidth < 1 || sizeWidth > 8 || head.length < idBytes + sizeWidth) return null
    let size = head[idBytes]! & (0xff >> sizeWidth)
    let isUnknown = size === 0xff >> sizeWidth
    for (const byte of head.subarray(idBytes + 1, idBytes + sizeWidth)) {
      size = size * 256 + byte
      isUnknown &&= byte === 0xff
    }
    return { id, body, end: isUnknown ? null : body + size }
  }

  /** The next cluster, or file. */
  async function resync(from: number): Promise<number | null> {
    for (let start = from + 1; start < sizeBytes; start += STEP) {
      const window = await bytes(start, STEP + 4)
      const found = [CLUSTER_BYTES, EBML_BYTES]
        .map((mark) => window.indexOf(mark))
        .filter((index) => index !== -1)
      if (found.length > 0) return start + Math.min(...found)
    }
    return null
  }

  async function readNumber(from: number, length: number): Promise<number> {
    return [...(await bytes(from, Math.min(length, 8)))].reduce((sum, byte) => sum * 256 + byte, 0)
  }

  async function readTick(from: number, to: number): Promise<number> {
    for (let child = from; child < to; ) {
      const element = await readElement(child)
      if (!element || element.end === null) break
      const { id, body, end } = element
      if (id === 0x2ad7b1) return (await readNumber(body, end - body)) / 1e9 || tickS
      child = end
    }
    return tickS
  }

  /** Its track's number, then its time beside its cluster's. */
  async function noteBlock(body: number): Promise<void> {
    const head = await bytes(body, 11)
    const width = Math.clz32(head[0] ?? 0) - 23
    if (width < 1 || width > 8 || head.length < width + 2) return
    const blockS = clusterS + head.readInt16BE(width) * tickS
    facts.lastBlockS = Math.max(facts.lastBlockS, blockS)
  }

  async function noteGroup(body: number): Promise<void> {
    const block = await readElement(body)
    if (block?.id === BLOCK) await noteBlock(block.body)
  }
}

const STEP = 64 << 10
const CLUSTER_BYTES = Buffer.from('1f43b675', 'hex')
const EBML_BYTES = Buffer.from('1a45dfa3', 'hex')
