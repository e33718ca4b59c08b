/**
 * A WAV file of PCM16 at 16 kHz, from the pieces of its channels, each with the place where it
 * begins.
 */
import { SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'
import { sumOf } from './json.ts'

interface Channel {
  /** In samples of one clock: the channel that begins first begins the file. */
  offset: number
  pcm: readonly Uint8Array<ArrayBuffer>[]
}

const HEADER_BYTES = 44
const SAMPLE_BYTES = 2

export function wavOf(channels: readonly Channel[]): Blob {
  const begin = Math.min(...channels.map(({ offset }) => offset))
  const ends = channels.map(({ offset, pcm }) => offset + sizeOf(pcm) / SAMPLE_BYTES)
  const samples = Math.max(...ends) - begin
  const only = channels.length === 1 ? channels[0] : undefined
  const data = only ? only.pcm : [interleave(channels, begin, samples)]
  return new Blob([headerOf(channels.length, sizeOf(data)), ...data], { type: 'audio/wav' })
}

function interleave(channels: readonly Channel[], begin: number, samples: number) {
  const step = channels.length * SAMPLE_BYTES
  const bytes = new Uint8Array(samples * step)
  channels.forEach(({ offset, pcm }, i) => {
    let at = (offset - begin) * step + i * SAMPLE_BYTES
    for (const piece of pcm)
      for (let from = 0; from < piece.length; from += SAMPLE_BYTES, at += step) {
        bytes[at] = piece[from]!
        bytes[at + 1] = piece[from + 1]!
      }
  })
  return bytes
}

function headerOf(channels: number, size: number): ArrayBuffer {
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
  header.setUint16(22, channels, true)
  header.setUint32(24, SAMPLE_RATE_HZ, true)
  header.setUint32(28, SAMPLE_RATE_HZ * channels * SAMPLE_BYTES, true)
  header.setUint16(32, channels * SAMPLE_BYTES, true)
  header.setUint16(34, 8 * SAMPLE_BYTES, true)
  text(36, 'data')
  header.setUint32(40, size, true)
  return header.buffer as ArrayBuffer
}

function sizeOf(pieces: readonly Uint8Array<ArrayBuffer>[]): number {
  return sumOf(pieces, ({ length }) => length)
}
