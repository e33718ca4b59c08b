import { MPEGDecoder } from 'mpg123-decoder'
import type { PacketDecoder } from '../sound.ts'

export async function mp3Decoder(): Promise<PacketDecoder> {
  const decoder = new MPEGDecoder()
  await decoder.ready

  return {
    async decode(packet) {
      // A damaged frame is skipped by the decoder itself, which finds the next.
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(packet)
      if (samplesDecoded === 0) return []
      return [{ channels: channelData.map((one) => one.slice()), sampleRateHz: sampleRate }]
    },
    flush: async () => [],
  }
}
