/**
 * How many bytes a packed part of a TIFF stands for; null where it cannot be unpacked to its end.
 */
import { inflateSync } from 'node:zlib'

const CLEAR = 256
const END = 257
/** Bits of the longest code. */
const MOST_BITS = 12

/** Codes from the highest bit on, which grow one code earlier than those of a GIF. */
export function lzwSize(packed: Uint8Array): number | null {
  const lengths = new Uint32Array(1 << MOST_BITS).fill(1, 0, CLEAR)
  let [bits, free, before, size] = [9, 258, 0, 0]
  let [at, held, heldBits] = [0, 0, 0]
  for (;;) {
    while (heldBits < bits) {
      // Some writers leave the end mark out.
      if (at >= packed.length) return size
      held = ((held << 8) | packed[at++]!) & 0xff_ffff
      heldBits += 8
    }
    heldBits -= bits
    const code = (held >> heldBits) & ((1 << bits) - 1)
    if (code === END) return size
    if (code === CLEAR) {
      ;[bits, free, before] = [9, 258, 0]
      continue
    }
    if (code > free || (code === free && before === 0)) return null
    if (before > 0 && free < 1 << MOST_BITS) lengths[free++] = before + 1
    if (code >= free) return null
    before = lengths[code]!
    size += before
    if (free === (1 << bits) - 1 && bits < MOST_BITS) bits++
  }
}

/** Runs: a length with bytes as they are, or with one that repeats. */
export function packBitsSize(packed: Uint8Array): number | null {
  let size = 0
  let at = 0
  while (at < packed.length) {
    const head = packed[at]!
    if (head === 128) at++
    else if (head < 128) {
      size += head + 1
      at += head + 2
    } else {
      size += 257 - head
      at += 2
    }
  }
  return at > packed.length ? null : size
}

/** @param most bytes; what unpacks to more is damaged */
export function inflatedSize(packed: Uint8Array, most: number): number | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length
  } catch {
    return null
  }
}
