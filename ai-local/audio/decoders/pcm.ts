import type { PacketDecoder, TrackInfo } from '../sound.ts'

type ReadSample = (view: DataView, at: number) => number

const FORMATS: Record<string, { bytes: number; read: ReadSample }> = {
  'pcm-u8': { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  'pcm-s8': { bytes: 1, read: (view, at) => view.getInt8(at) / 128 },
  'pcm-s16': { bytes: 2, read: (view, at) => view.getInt16(at, true) / 32_768 },
  'pcm-s24': {
    bytes: 3,
    read: (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608,
  },
  'pcm-s32': { bytes: 4, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
  'pcm-s16be': { bytes: 2, read: (view, at) => view.getInt16(at) / 32_768 },
  'pcm-s24be': {
    bytes: 3,
    read: (view, at) => (view.getInt8(at) * 65_536 + view.getUint16(at + 1)) / 8_388_608,
  },
  'pcm-s32be': { bytes: 4, read: (view, at) => view.getInt32(at) / 2_147_483_648 },
  'pcm-f32be': { bytes: 4, read: (view, at) => view.getFloat32(at) },
  'pcm-f64be': { bytes: 8, read: (view, at) => view.getFloat64(at) },
  'pcm-f32': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  'pcm-f64': { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  ulaw: { bytes: 1, read: (view, at) => fromULaw(view.getUint8(at)) },
  alaw: { bytes: 1, read: (view, at) => fromALaw(view.getUint8(at)) },
}

/** Undefined for a codec that is no PCM. */
export function pcmDecoder(codec: string, track: TrackInfo): PacketDecoder | undefined {
  const format = FORMATS[codec]
  if (!format) return undefined
  const { channels: count, sampleRateHz } = track

  return {
    async decode(packet) {
      const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
      const frames = Math.floor(packet.length / (format.bytes * count))
      const channels = Array.from({ length: count }, () => new Float32Array(frames))
      for (let i = 0, at = 0; i < frames; i++)
        for (let c = 0; c < count; c++, at += format.bytes) channels[c]![i] = format.read(view, at)
      return [{ channels, sampleRateHz }]
    },
    flush: async () => [],
  }
}

/** ITU-T G.711. */
function fromULaw(byte: number): number {
  const value = ~byte & 0xff
  const magnitude = (((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)
  return (value & 0x80 ? 0x84 - magnitude : magnitude - 0x84) / 32_768
}

function fromALaw(byte: number): number {
  const value = byte ^ 0x55
  const exponent = (value & 0x70) >> 4
  const mantissa = (value & 0x0f) << 4
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return (value & 0x80 ? magnitude : -magnitude) / 32_768
}
