/**
 * How long the sound in a packet of Vorbis is. Its blocks are of two sizes; which one a packet has
 * is said by its mode, and the modes stand at the end of the setup, behind tables that only a
 * decoder can walk: they are read from the end, bit by bit.
 */

/** Of each mode: block flag, window, transform, mapping. */
const MODE_BITS = 41
const MOST_MODES = 64

export interface VorbisBlocks {
  /** Samples of the block of each mode. */
  blocks: number[]
  modeBits: number
}

/** @returns null where the setup tells nothing that can be so */
export function vorbisBlocks(first: Uint8Array, setup: Uint8Array): VorbisBlocks | null {
  const sizes = first[28] ?? 0
  const bits = bitsFromEnd(setup)
  while (bits.left() > MODE_BITS && bits.read(1) === 0);
  const flags: number[] = []
  let modes: number[] | null = null
  while (flags.length < MOST_MODES && bits.left() >= MODE_BITS) {
    const isMode = bits.read(8) < MOST_MODES && bits.read(16) === 0 && bits.read(16) === 0
    if (!isMode) break
    flags.unshift(bits.read(1))
    // In front of the first mode stands how many there are.
    if (bits.peek(6) + 1 === flags.length) modes = [...flags]
  }
  if (!modes) return null
  const blocks = modes.map((flag) => 2 ** (flag === 1 ? sizes >> 4 : sizes & 15))
  return { blocks, modeBits: Math.ceil(Math.log2(modes.length)) }
}

/** Samples of its block; null for a packet without sound. */
export function vorbisBlock(packet: Uint8Array, { blocks, modeBits }: VorbisBlocks): number | null {
  const [head] = packet
  if (head === undefined || (head & 1) === 1) return null
  return blocks[(head >> 1) & ((1 << modeBits) - 1)] ?? null
}

/** Numbers are written with their lowest bit first: from the end, the highest comes first. */
function bitsFromEnd(bytes: Uint8Array) {
  let at = bytes.length * 8
  function read(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++) {
      at--
      value = value * 2 + (at < 0 ? 0 : (bytes[at >> 3]! >> (at & 7)) & 1)
    }
    return value
  }
  return {
    read,
    left: () => at,
    peek(count: number) {
      const before = at
      const value = read(count)
      at = before
      return value
    },
  }
}

/** The three setup packets of Vorbis as Matroska keeps them: a count, two lengths, the packets. */
export function joinVorbisSetup([first, second, third]: readonly Uint8Array[]): Uint8Array {
  const lengths = [first!, second!].flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  return Buffer.concat([Uint8Array.of(2, ...lengths), first!, second!, third!])
}

/** @throws where it is not one */
export function splitVorbisSetup(setup: Uint8Array): Uint8Array[] {
  if (setup[0] !== 2) throw new Error('not a Vorbis setup')
  let at = 1
  const lengths = [0, 0].map(() => {
    let length = 0
    for (;;) {
      const byte = setup[at++]
      if (byte === undefined) throw new Error('not a Vorbis setup')
      length += byte
      if (byte < 255) return length
    }
  })
  const [first = 0, second = 0] = lengths
  const third = at + first + second
  return [setup.subarray(at, at + first), setup.subarray(at + first, third), setup.subarray(third)]
}

const CONFIGS_MS = [
  [10, 20, 40, 60],
  [10, 20, 40, 60],
  [10, 20, 40, 60],
  [10, 20],
  [10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
].flat()

/** How long the sound in a packet is, by its first bytes (RFC 6716 §3.1), in seconds. */
export function opusPacketS(packet: Uint8Array): number {
  const [toc, second = 0] = packet
  if (toc === undefined) return 0
  const frames = [1, 2, 2, second & 0x3f][toc & 3]!
  return Math.min(0.12, (CONFIGS_MS[toc >> 3]! * frames) / 1000)
}
