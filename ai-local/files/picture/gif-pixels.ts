/**
 * Whether the packed data of a GIF's first picture (LZW) make as many pixels as it has. A GIF has
 * no checksum, and decoders fill what is missing; damaged data hardly ever make the number.
 */

/** Bits of the longest code. */
const MOST_BITS = 12

export function gifHasAllPixels(gif: Uint8Array): boolean {
  const start = firstPicture(gif)
  if (start === null) return false
  const size = (at: number) => gif[at]! | (gif[at + 1]! << 8)
  const pixels = size(start + 5) * size(start + 7)
  const data = start + 10 + tableBytes(gif[start + 9]!)
  const firstBits = gif[data]
  if (firstBits === undefined || firstBits < 1 || firstBits > 11) return false
  return pixelsOf(codes(gif, data + 1), firstBits) === pixels
}

/** Where the first picture is described; behind what a GIF may hold before it. */
function firstPicture(gif: Uint8Array): number | null {
  let at = 13 + tableBytes(gif[10] ?? 0)
  while (gif[at] === 0x21) {
    at += 2
    while (gif[at]) at += gif[at]! + 1
    at++
  }
  return gif[at] === 0x2c ? at : null
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** The bytes of blocks that each begin with their length, bit by bit. */
function codes(gif: Uint8Array, from: number): (bits: number) => number | null {
  let block = from
  let left = gif[block] ?? 0
  let at = block + 1
  let held = 0
  let heldBits = 0
  return (bits) => {
    while (heldBits < bits) {
      if (left === 0) {
        block = at
        left = gif[block] ?? 0
        at = block + 1
        if (left === 0) return null
      }
      if (at >= gif.length) return null
      held |= gif[at++]! << heldBits
      heldBits += 8
      left--
    }
    const code = held & ((1 << bits) - 1)
    held >>>= bits
    heldBits -= bits
    return code
  }
}

/** Pixels that the codes stand for; null where one stands for nothing, or their end is missing. */
function pixelsOf(next: (bits: number) => number | null, firstBits: number): number | null {
  const clear = 1 << firstBits
  const lengths = new Uint32Array(1 << MOST_BITS).fill(1, 0, clear)
  let bits = firstBits + 1
  let free = clear + 2
  let before = 0
  let pixels = 0
  for (let code = next(bits); code !== clear + 1; code = next(bits)) {
    if (code === null) return null
    if (code === clear) {
      bits = firstBits + 1
      free = clear + 2
      before = 0
      continue
    }
    if (code > free || (code === free && before === 0)) return null
    if (before > 0 && free < 1 << MOST_BITS) lengths[free++] = before + 1
    if (code >= free) return null
    before = lengths[code]!
    pixels += before
    if (free === 1 << bits && bits < MOST_BITS) bits++
  }
  return pixels
}
