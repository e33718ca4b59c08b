/** WAV files as recorders write them, well or badly. */

interface WavOptions {
  rateHz?: number
  /** What stands in the header in place of the true sizes. */
  riffSize?: number
  dataSize?: number
  /** Between header and format, between format and sound, behind the sound. */
  before?: Uint8Array
  between?: Uint8Array
  behind?: Uint8Array
  /** `WAVE_FORMAT_…` and what belongs to it, in place of PCM16. */
  format?: Uint8Array
}

/** PCM16, channels interleaved. */
export function wavBytes(channels: readonly Int16Array[], options: WavOptions = {}): Buffer {
  const { rateHz = 16_000, before, between, behind } = options
  const count = channels.length
  const sound = Buffer.alloc((channels[0]?.length ?? 0) * count * 2)
  for (const [c, samples] of channels.entries())
    for (const [i, sample] of samples.entries()) sound.writeInt16LE(sample, (i * count + c) * 2)
  const format = options.format ?? pcmFormat({ count, rateHz, bits: 16 })
  const parts = [
    before ?? Buffer.alloc(0),
    chunk('fmt ', format),
    between ?? Buffer.alloc(0),
    chunk('data', sound, options.dataSize ?? sound.length),
    behind ?? Buffer.alloc(0),
  ]
  const body = Buffer.concat([Buffer.from('WAVE'), ...parts])
  return chunk('RIFF', body, options.riffSize ?? body.length)
}

/** @param size what its header says */
export function chunk(name: string, body: Uint8Array, size = body.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, body])
}

export function pcmFormat({
  tag = 1,
  count = 1,
  rateHz = 16_000,
  bits = 16,
}: {
  tag?: number
  count?: number
  rateHz?: number
  bits?: number
}): Buffer {
  const format = Buffer.alloc(16)
  const block = (count * bits) / 8
  format.writeUInt16LE(tag, 0)
  format.writeUInt16LE(count, 2)
  format.writeUInt32LE(rateHz, 4)
  format.writeUInt32LE(rateHz * block, 8)
  format.writeUInt16LE(Math.max(1, Math.floor(block)), 12)
  format.writeUInt16LE(bits, 14)
  return format
}
