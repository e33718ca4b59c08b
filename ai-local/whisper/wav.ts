/** A WAV file in memory: PCM16 mono, 16 kHz. */
export function encodeWav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44)
  const dataBytes = samples.length * 2
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24)
  header.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, dataBytes)])
}

const SAMPLE_RATE_HZ = 16_000

/**
 * Samples of a PCM16 mono 16 kHz WAV file that came with the product. @throws when it is another
 * kind of file
 */
export function readWavSamples(file: Buffer): Int16Array {
  let at = 12
  while (at + 8 <= file.length) {
    const chunk = file.toString('latin1', at, at + 4)
    const bytes = file.readUInt32LE(at + 4)
    if (chunk === 'data') {
      const count = Math.floor(Math.min(bytes, file.length - at - 8) / 2)
      return Int16Array.from({ length: count }, (_, i) => file.readInt16LE(at + 8 + i * 2))
    }
    at += 8 + bytes + (bytes % 2)
  }
  throw new Error('not a WAV file')
}
