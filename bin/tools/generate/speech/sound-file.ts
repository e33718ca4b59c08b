import { readFile } from 'node:fs/promises'
import { loadFfmpegAudio } from '../../../../ai-local/audio/decoders/ffmpeg-decoders.ts'
import { RATE_HZ, resample } from './dsp.ts'

/** Any file that FFmpeg's decoder reads, WAV and FLAC among them, as one channel of 16 kHz. */
export async function readSound(path: string): Promise<Float32Array> {
  const decode = await loadFfmpegAudio()
  const { channels, sampleRateHz } = await decode(await readFile(path))
  const mean = channels[0]!.map(
    (_, i) => channels.reduce((sum, one) => sum + one[i]!, 0) / channels.length,
  )
  return resample(mean, sampleRateHz, RATE_HZ)
}

/** PCM16, 16 kHz, channels interleaved. */
export function wavOf(channels: readonly Float32Array[]): Buffer {
  const [count, length] = [channels.length, channels[0]?.length ?? 0]
  const file = Buffer.alloc(44 + 2 * count * length)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(count, 22)
  file.writeUInt32LE(RATE_HZ, 24)
  file.writeUInt32LE(RATE_HZ * 2 * count, 28)
  file.writeUInt16LE(2 * count, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(file.length - 44, 40)
  for (let i = 0; i < length; i++)
    for (let c = 0; c < count; c++) {
      const level = Math.max(-1, Math.min(1, channels[c]![i]!))
      file.writeInt16LE(Math.round(level * 32_767), 44 + 2 * (i * count + c))
    }
  return file
}
