import { readFile, writeFile } from 'node:fs/promises'
import { BufferSource, EncodedPacketSink, Input, OGG } from 'mediabunny'
import { OpusDecoder } from 'opus-decoder'

export const SAMPLE_RATE_HZ = 16_000

/** The sound of a sample consultation as PCM16 mono 16 kHz. */
export async function decodeSample(oggPath: string): Promise<Int16Array> {
  return (await decodeOpus(oggPath, 1))[0]!
}

/** An Ogg Opus file as PCM16 16 kHz, an array for each channel. */
export async function decodeOpus(oggPath: string, channels: 1 | 2): Promise<Int16Array[]> {
  const input = new Input({ formats: [OGG], source: new BufferSource(await readFile(oggPath)) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error(`no sound in ${oggPath}`)
  const decoder = new OpusDecoder({ sampleRate: SAMPLE_RATE_HZ, channels })
  await decoder.ready
  try {
    const parts: Int16Array[][] = Array.from({ length: channels }, () => [])
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const { channelData } = decoder.decodeFrame(packet.data)
      for (const [index, part] of parts.entries())
        part.push(Int16Array.from(channelData[index] ?? [], toPcm16))
    }
    return parts.map(concatenated)
  } finally {
    decoder.free()
    input[Symbol.dispose]()
  }
}

/** A mono 16 kHz WAV file, as Chromium's fake microphone takes it. */
export async function writeWav(path: string, samples: Int16Array): Promise<void> {
  const dataBytes = samples.length * 2
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // mono
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24)
  header.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  const data = Buffer.from(samples.buffer, samples.byteOffset, dataBytes)
  await writeFile(path, Buffer.concat([header, data]))
}

function toPcm16(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)))
}

function concatenated(parts: Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
