/** Reads numbers of up to 32 bits, highest bit first. Behind the end of the bytes it throws. */
export interface BitReader {
  take(bits: number): number
  /** Zeros behind the end. */
  peek(bits: number): number
  skip(bits: number): void
}

export function bitReader(bytes: Uint8Array): BitReader {
  let at = 0

  function peek(bits: number): number {
    let value = 0
    for (let left = bits, from = at; left > 0; ) {
      const inByte = Math.min(left, 8 - (from & 7))
      const byte = bytes[from >> 3] ?? 0
      value = value * 2 ** inByte + ((byte >> (8 - (from & 7) - inByte)) & ((1 << inByte) - 1))
      from += inByte
      left -= inByte
    }
    return value
  }

  function skip(bits: number) {
    at += bits
    if (at > bytes.length * 8) throw new Error('the packet ends inside a number')
  }

  return {
    peek,
    skip,
    take(bits) {
      const value = peek(bits)
      skip(bits)
      return value
    },
  }
}
