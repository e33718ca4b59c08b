/**
 * RFC 3533 §6: CRC-32, polynomial 04c11db7, not reflected, over the page with the field itself as
 * zero.
 */
export function pageChecksum(page: Uint8Array): number {
  let crc = 0
  for (let i = 0; i < page.length; i++) {
    const byte = i >= 22 && i < 26 ? 0 : page[i]!
    crc = ((crc << 8) ^ TABLE[((crc >>> 24) ^ byte) & 0xff]!) >>> 0
  }
  return crc
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n << 24
  for (let k = 0; k < 8; k++) c = c & 0x8000_0000 ? (c << 1) ^ 0x04c1_1db7 : c << 1
  return c >>> 0
})
