/** A WAV file of PCM16 mono at 16 kHz, from its pieces in order. */
import { SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'

const HEADER_BYTES = 44

export function wavOf(pcm: readonly Uint8Array<ArrayBuffer>[]): Blob {
  const size = pcm.reduce((sum, { length }) => sum + length, 0)
  const header = new DataView(new ArrayBuffer(HEADER_BYTES))
  const text = (at: number, letters: string) =>
    [...letters].forEach((letter, i) => {
      header.setUint8(at + i, letter.charCodeAt(0))
    })
  text(0, 'RIFF')
  header.setUint32(4, HEADER_BYTES - 8 + size, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true) // PCM
  header.setUint16(22, 1, true) // mono
  header.setUint32(24, SAMPLE_RATE_HZ, true)
  header.setUint32(28, SAMPLE_RATE_HZ * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  text(36, 'data')
  header.setUint32(40, size, true)
  return new Blob([header.buffer, ...pcm], { type: 'audio/wav' })
}
