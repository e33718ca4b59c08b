/** ADPCM and GSM, sample by sample what SoX 14.4.2 makes of the same files. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { openContainer, openDecoder } from '../../../ai-local/audio/decode-file.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/audio/${name}`, import.meta.url)))

/** PCM16 as the codec gives it, channels interleaved. */
async function decoded(file: Buffer): Promise<Buffer> {
  const source = {
    sizeBytes: file.length,
    read: async (a: number, b: number) => file.subarray(a, b),
  }
  const container = await openContainer(source, 'wav')
  const decoder = await openDecoder(container)
  const samples: number[] = []
  for await (const piece of container.pieces()) {
    if (!('data' in piece)) continue
    for (const sound of await decoder.decode(piece.data)) {
      if (!('channels' in sound)) continue
      for (let i = 0; i < sound.channels[0]!.length; i++)
        for (const channel of sound.channels) samples.push(Math.round(channel[i]! * 32_768))
    }
  }
  const bytes = Buffer.alloc(samples.length * 2)
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(sample, i * 2)
  return bytes
}

const isExact = test.macro({
  title: (_, name) => `${name} becomes the samples that SoX makes of it`,
  async exec(t, name: string, sha256: string) {
    const digest = createHash('sha256')
      .update(await decoded(fixture(name)))
      .digest('hex')
    t.is(digest, sha256)
  },
})
test(
  isExact,
  'wav-ima-8k-mono.wav',
  '3d49b0e37af79baddeeff8a88e11fe50739dbb7658cb689fc9ba7c4bc5c6d76d',
)
test(
  isExact,
  'wav-ms-adpcm-11k-stereo.wav',
  'e28b563e378f656f5c98ab74bbbb1196387e23894079b57164bbe055e126ae72',
)
test(
  isExact,
  'wav-gsm-8k-mono.wav',
  'f49b202eabf17ec2d041d277784da877186537b02b0d882e9ad3f07a9444714d',
)
