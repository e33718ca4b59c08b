import type { TrackInfo } from '../sound.ts'

export const ADTS_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
]

/**
 * What stands before each packet of an ADTS stream (ISO/IEC 13818-7 §6.2), from the track's
 * AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1) or, without one, from what else the container
 * says.
 */
export function adtsHeader(track: TrackInfo): (packetBytes: number) => Uint8Array {
  const { objectType, rateIndex, channels } = readConfig(track)
  return (packetBytes) => {
    const length = packetBytes + 7
    return Uint8Array.of(
      0xff,
      0xf1,
      ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
      ((channels & 3) << 6) | (length >> 11),
      (length >> 3) & 0xff,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    )
  }
}

function readConfig({ description, sampleRateHz, channels }: TrackInfo) {
  const [first = 0, second = 0] = description ?? []
  const type = first >> 3
  const index = ((first & 7) << 1) | (second >> 7)
  // SBR and PS announced up front (5, 29): the core is LC, and the decoder finds the rest in the
  // packets.
  const objectType = type >= 1 && type <= 4 ? type : 2
  if (type > 0 && index < ADTS_RATES.length)
    return { objectType, rateIndex: index, channels: (second >> 3) & 15 || channels }
  const rateIndex = ADTS_RATES.indexOf(sampleRateHz)
  if (rateIndex === -1) throw new Error('unusual sample rate for AAC')
  return { objectType, rateIndex, channels }
}
