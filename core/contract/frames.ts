/**
 * The binary audio frame of the recording channel (DESIGN §5.1). This is the one part of the
 * contract that is code on both sides: the plugin encodes, the server decodes, the same bytes.
 *
 * Layout, little endian, 24 bytes before the samples:
 *
 *   0  u8   version (1)
 *   1  u8   channel: 0 the microphone, 1 the remote side
 *   2  u16  reserved, 0
 *   4  u32  sequence, from 0, per recording and channel, without holes
 *   8  u64  offset of the first sample within the recording's channel, in samples
 *  16  u32  number of samples (100 to 1000 ms at 16 kHz; the last frame of a take may be shorter)
 *  20  u32  CRC-32C over bytes 0 to 19 and the samples
 *  24  PCM16 mono, 16 kHz
 */
const FRAME_VERSION = 1
export const FRAME_HEADER_BYTES = 24
export const SAMPLE_RATE_HZ = 16_000
/** 1000 ms. */
export const MAX_FRAME_SAMPLES = 16_000
/** 20 ms: shorter ones are the rest of a take, and no way to send sound. */
export const LEAST_FRAME_SAMPLES = 320

export interface AudioFrame {
  channel: number
  /** From 0, per recording and channel. */
  sequence: number
  /** Position of the first sample, in samples from the start of the recording's channel. */
  offset: number
  samples: Int16Array
}

export type FrameFault = 'too_short' | 'version' | 'channel' | 'length' | 'checksum' | 'offset'

/** Why a frame was refused; the sender may send it again. */
export class FrameError extends Error {
  readonly fault: FrameFault

  constructor(fault: FrameFault) {
    super(`invalid audio frame: ${fault}`)
    this.name = 'FrameError'
    this.fault = fault
  }
}

/** The bytes of one frame, ready to be sent. */
export function encodeFrame(frame: AudioFrame): Uint8Array<ArrayBuffer> {
  const { channel, sequence, offset, samples } = frame
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + samples.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, FRAME_VERSION)
  view.setUint8(1, channel)
  view.setUint32(4, sequence, true)
  view.setBigUint64(8, BigInt(offset), true)
  view.setUint32(16, samples.length, true)
  bytes.set(littleEndian(samples), FRAME_HEADER_BYTES)
  view.setUint32(20, frameChecksum(bytes), true)
  return bytes
}

/**
 * Reads and checks one frame. The samples are a copy: the message's buffer may be reused.
 * @throws {FrameError}
 */
export function decodeFrame(bytes: Uint8Array): AudioFrame {
  if (bytes.length < FRAME_HEADER_BYTES) throw new FrameError('too_short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint8(0) !== FRAME_VERSION) throw new FrameError('version')
  const channel = view.getUint8(1)
  if (channel > 1) throw new FrameError('channel')
  const count = view.getUint32(16, true)
  if (count === 0 || count > MAX_FRAME_SAMPLES) throw new FrameError('length')
  if (bytes.length !== FRAME_HEADER_BYTES + count * 2) throw new FrameError('length')
  if (view.getUint32(20, true) !== frameChecksum(bytes)) throw new FrameError('checksum')
  const offset = view.getBigUint64(8, true)
  if (offset > BigInt(Number.MAX_SAFE_INTEGER)) throw new FrameError('offset')
  const samples = samplesFromBytes(bytes.subarray(FRAME_HEADER_BYTES))
  return { channel, sequence: view.getUint32(4, true), offset: Number(offset), samples }
}

/** CRC-32C (Castagnoli) over everything but the checksum's own four bytes. */
function frameChecksum(bytes: Uint8Array): number {
  return crc32c(bytes.subarray(FRAME_HEADER_BYTES), crc32c(bytes.subarray(0, 20)))
}

/**
 * CRC-32C of the samples alone, as little-endian PCM16: tells whether two frames carry the same
 * sound.
 */
export function samplesChecksum(samples: Int16Array): number {
  return crc32c(littleEndian(samples))
}

/** The samples as little-endian PCM16 bytes; on common machines a view, not a copy. */
export function samplesToBytes(samples: Int16Array): Uint8Array {
  return littleEndian(samples)
}

/** Little-endian PCM16 bytes as samples: a copy, aligned. */
export function samplesFromBytes(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(bytes.length >> 1)
  const raw = new Uint8Array(samples.buffer)
  raw.set(bytes.subarray(0, raw.length))
  if (!HOST_IS_LITTLE_ENDIAN) swapPairs(raw)
  return samples
}

/** CRC-32C of `bytes`, continuing from `previous`: four bytes a step, then those that are left. */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous
  const whole = bytes.length & ~3
  let i = 0
  for (; i < whole; i += 4) {
    crc ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)
    crc =
      TABLE[768 + (crc & 0xff)]! ^
      TABLE[512 + ((crc >>> 8) & 0xff)]! ^
      TABLE[256 + ((crc >>> 16) & 0xff)]! ^
      TABLE[crc >>> 24]!
  }
  for (; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Four tables of 256: of a byte, and of a byte with one, two and three of zero after it. */
const TABLE = (() => {
  const table = new Int32Array(1024)
  for (let n = 0; n < 256; n++) {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0x82f63b78 ^ (c >>> 1) : c >>> 1
    table[n] = c
  }
  for (let n = 256; n < 1024; n++) {
    const before = table[n - 256]!
    table[n] = table[before & 0xff]! ^ (before >>> 8)
  }
  return table
})()

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

function littleEndian(samples: Int16Array): Uint8Array {
  const raw = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  if (HOST_IS_LITTLE_ENDIAN) return raw
  const swapped = raw.slice()
  swapPairs(swapped)
  return swapped
}

function swapPairs(bytes: Uint8Array) {
  for (let i = 0; i < bytes.length; i += 2) bytes.subarray(i, i + 2).reverse()
}
