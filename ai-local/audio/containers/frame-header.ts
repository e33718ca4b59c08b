/** The headers of frames that follow one another without a container: MPEG layer III and ADTS. */

import { ADTS_RATES } from '../decoders/adts-header.ts'

export interface FrameFacts {
  /** With its header, in bytes. */
  length: number
  /** Per channel. */
  samples: number
  sampleRateHz: number
  channels: number
}

/** ISO/IEC 13818-7 §6.2. Null when none begins here. */
export function readAdts(bytes: Uint8Array): FrameFacts | null {
  if (bytes.length < 7 || bytes[0] !== 0xff || (bytes[1]! & 0xf6) !== 0xf0) return null
  const sampleRateHz = ADTS_RATES[(bytes[2]! >> 2) & 0x0f]
  const length = ((bytes[3]! & 3) << 11) | (bytes[4]! << 3) | (bytes[5]! >> 5)
  if (sampleRateHz === undefined || length <= 7) return null
  const channels = ((bytes[2]! & 1) << 2) | (bytes[3]! >> 6) || 2
  const samples = 1024 * ((bytes[6]! & 3) + 1)
  return { length, samples, sampleRateHz, channels: channels === 7 ? 8 : channels }
}

const KBPS = {
  v1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const RATES_V1 = [44_100, 48_000, 32_000]

/** ISO/IEC 11172-3 §2.4.1.3, layer III. Null when none begins here. */
export function readMpeg(bytes: Uint8Array): FrameFacts | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || (bytes[1]! & 0xe0) !== 0xe0) return null
  const version = (bytes[1]! >> 3) & 3 // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = (bytes[1]! >> 1) & 3 // 1: layer III
  const rate = RATES_V1[(bytes[2]! >> 2) & 3]
  const kbps = (version === 3 ? KBPS.v1 : KBPS.v2)[bytes[2]! >> 4]
  if (version === 1 || layer !== 1 || rate === undefined || !kbps) return null
  const sampleRateHz = rate / (version === 3 ? 1 : version === 2 ? 2 : 4)
  const samples = version === 3 ? 1152 : 576
  const padding = (bytes[2]! >> 1) & 1
  const length = Math.floor(((samples / 8) * kbps * 1000) / sampleRateHz) + padding
  return { length, samples, sampleRateHz, channels: bytes[3]! >> 6 === 3 ? 1 : 2 }
}

/** Bytes of a frame of MPEG layer III that say where its sound begins. */
export const FRAME_HEAD_BYTES = 8

/** Its sound begins in a frame before it (`main_data_begin`): it is the first of no file. */
export function takesFromBefore(frame: Uint8Array): boolean {
  if (frame.length < FRAME_HEAD_BYTES) return false
  const isVersion1 = ((frame[1]! >> 3) & 3) === 3
  // A checksum may follow the header.
  const at = (frame[1]! & 1) === 0 ? 6 : 4
  return frame[at]! !== 0 || (isVersion1 && frame[at + 1]! >> 7 !== 0)
}
