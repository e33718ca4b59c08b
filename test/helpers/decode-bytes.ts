import { type DecodeFileOptions, decodeFile } from '../../ai-local/audio/decode-file.ts'

type Options = Partial<Pick<DecodeFileOptions, 'channels' | 'maxSamples'>>

/** What a file's bytes become, by the decoder as its child runs it. */
export async function decodeBytes(bytes: Uint8Array, options: Options = {}) {
  const { channels = 1, maxSamples = 16_000 * 600 } = options
  const pieces: Int16Array[][] = []
  const { format, unused } = await decodeFile({
    sizeBytes: bytes.length,
    read: async (from, to) => bytes.subarray(from, to),
    write: async (samples) => void pieces.push(samples),
    channels,
    maxSamples,
  })
  const sound = Array.from({ length: channels }, (_, channel) =>
    Int16Array.from(pieces.flatMap((piece) => [...piece[channel]!])),
  )
  return { format, unused, sound, samples: sound[0]!.length }
}
