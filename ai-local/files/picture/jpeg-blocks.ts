/**
 * Whether the packed data of a JPEG hold just the blocks that its picture has. It has no checksum:
 * a decoder that loses its place finds it again and goes on, with other blocks or some too many,
 * and what is left over at the end is passed over. Of sequential ones with one scan; others are
 * judged by what the decoder says.
 */

const LONGEST_CODE = 16

interface Code {
  /** By length: the first code, and the place of its value. */
  first: Int32Array
  counts: Uint8Array
  places: Int32Array
  values: Uint8Array
}

interface Component {
  id: number
  across: number
  down: number
}

interface Frame {
  width: number
  height: number
  components: Component[]
}

/** @param jpeg with an end mark @returns true as well where it cannot be said */
export function jpegHasItsBlocks(jpeg: Uint8Array): boolean {
  const codes = new Map<number, Code>()
  let frame: Frame | undefined
  let restart = 0
  for (let at = 2; at + 4 <= jpeg.length; ) {
    if (jpeg[at] !== 0xff) return true
    const mark = jpeg[at + 1]!
    if (mark === 0xff) {
      at++
      continue
    }
    const length = (jpeg[at + 2]! << 8) | jpeg[at + 3]!
    const segment = jpeg.subarray(at + 4, at + 2 + length)
    at += 2 + length
    if (mark === 0xc0 || mark === 0xc1) frame = frameOf(segment)
    // Progressive, arithmetic and lossless ones.
    else if (mark >= 0xc2 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8) return true
    else if (mark === 0xc4) readCodes(segment, codes)
    else if (mark === 0xdd) restart = (segment[0]! << 8) | segment[1]!
    else if (mark === 0xda) {
      if (!frame || segment[0] !== frame.components.length) return true
      return holds(jpeg, at, { frame, codes, restart, scan: segment })
    }
  }
  return true
}

function frameOf(segment: Uint8Array): Frame {
  const size = (at: number) => (segment[at]! << 8) | segment[at + 1]!
  const components = Array.from({ length: segment[5] ?? 0 }, (_, index): Component => {
    const [id = 0, sampling = 0] = segment.subarray(6 + 3 * index)
    return { id, across: sampling >> 4, down: sampling & 15 }
  })
  return { height: size(1), width: size(3), components }
}

function readCodes(segment: Uint8Array, codes: Map<number, Code>) {
  for (let at = 0; at + 17 <= segment.length; ) {
    const counts = segment.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, each) => sum + each, 0)
    const first = new Int32Array(LONGEST_CODE)
    const places = new Int32Array(LONGEST_CODE)
    for (let length = 0, code = 0, place = 0; length < LONGEST_CODE; length++) {
      first[length] = code
      places[length] = place
      code = (code + counts[length]!) << 1
      place += counts[length]!
    }
    const values = segment.subarray(at + 17, at + 17 + total)
    codes.set(segment[at]!, { first, counts, places, values })
    at += 17 + total
  }
}

interface Scan {
  frame: Frame
  codes: ReadonlyMap<number, Code>
  restart: number
  scan: Uint8Array
}

function holds(jpeg: Uint8Array, from: number, { frame, codes, restart, scan }: Scan): boolean {
  const { width, height, components } = frame
  const [most, tallest] = [
    Math.max(...components.map(({ across }) => across)),
    Math.max(...components.map(({ down }) => down)),
  ]
  const isAlone = components.length === 1
  const [wide, high] = isAlone ? [8, 8] : [8 * most, 8 * tallest]
  const units = Math.ceil(width / wide) * Math.ceil(height / high)
  const blocks: { direct: Code; others: Code }[] = []
  for (const [index, { across, down }] of components.entries()) {
    const tables = scan[2 + 2 * index]!
    const [direct, others] = [codes.get(tables >> 4), codes.get(0x10 | (tables & 15))]
    if (!direct || !others) return true
    const count = isAlone ? 1 : across * down
    for (let block = 0; block < count; block++) blocks.push({ direct, others })
  }
  const bits = bitsFrom(jpeg, from)
  for (let unit = 0; unit < units; unit++) {
    if (restart > 0 && unit > 0 && unit % restart === 0 && !bits.restarts()) return false
    for (const { direct, others } of blocks) if (!passBlock(bits, direct, others)) return false
  }
  return bits.areFilling()
}

function passBlock(bits: Bits, direct: Code, others: Code): boolean {
  const size = bits.value(direct)
  if (size < 0 || !bits.skip(size)) return false
  for (let at = 1; at < 64; at++) {
    const both = bits.value(others)
    if (both < 0) return false
    if (both === 0) break
    at += both >> 4
    if (at > 63 || !bits.skip(both & 15)) return false
  }
  return true
}

interface Bits {
  /** -1 where the data end, or no code is this. */
  value(code: Code): number
  skip(count: number): boolean
  /** Passes over a mark between two parts; false where something else is there. */
  restarts(): boolean
  /** What is left until the next mark: bits of one kind. */
  areFilling(): boolean
}

function bitsFrom(jpeg: Uint8Array, from: number): Bits {
  let at = from
  let byte = 0
  let held = 0

  function next(): number {
    if (held === 0) {
      byte = jpeg[at] ?? 0xff
      if (byte === 0xff) {
        if (jpeg[at + 1] !== 0) return -1
        at++
      }
      at++
      held = 8
    }
    held--
    return (byte >> held) & 1
  }

  return {
    value({ first, counts, places, values }) {
      let code = 0
      for (let length = 0; length < LONGEST_CODE; length++) {
        const bit = next()
        if (bit < 0) return -1
        code = (code << 1) | bit
        const place = code - first[length]!
        if (place < counts[length]!) return values[places[length]! + place] ?? -1
      }
      return -1
    },
    skip(count) {
      for (let bit = 0; bit < count; bit++) if (next() < 0) return false
      return true
    },
    restarts() {
      held = 0
      if (jpeg[at] !== 0xff || (jpeg[at + 1]! & 0xf8) !== 0xd0) return false
      at += 2
      return true
    },
    areFilling() {
      const bits = byte & ((1 << held) - 1)
      if (bits !== 0 && bits !== (1 << held) - 1) return false
      let end = at
      while (end < jpeg.length && !(jpeg[end] === 0xff && jpeg[end + 1] !== 0)) end++
      return jpeg.subarray(at, end).every((one) => one === 0 || one === 0xff)
    },
  }
}
