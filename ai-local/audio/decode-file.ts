/**
 * From the bytes of a file to PCM16 16 kHz: container, codec, mixing, rate. Runs in the decoding
 * child.
 */
import type { ByteSource, Container } from './containers/container.ts'
import { openMedia } from './containers/media.ts'
import { openOgg } from './containers/ogg.ts'
import { DecodeError } from './decode-error.ts'
import { aacDecoder } from './decoders/aac.ts'
import type { PacketDecoder, TrackInfo } from './decoders/decoder.ts'
import { mp3Decoder } from './decoders/mp3.ts'
import { opusDecoder } from './decoders/opus.ts'
import { pcmDecoder } from './decoders/pcm.ts'
import { type AudioFormat, SNIFF_BYTES, sniff } from './sniff.ts'
import { type SoundWriter, soundWriter } from './sound-writer.ts'

export interface DecodeFileOptions extends ByteSource {
  /** An array per channel. */
  write(samples: Int16Array[]): Promise<void>
  maxSamples: number
  channels: 1 | 2
}

/** @throws {DecodeError} */
export async function decodeFile(
  options: DecodeFileOptions,
): Promise<{ format: AudioFormat; truncated: boolean }> {
  const { sizeBytes, read } = options
  if (sizeBytes === 0) throw new DecodeError('audio_empty')
  const format = sniff(await read(0, Math.min(SNIFF_BYTES, sizeBytes)))
  if (!format) throw new DecodeError('audio_unsupported')
  const container = format === 'ogg' ? await openOgg(options) : await openMedia(options, format)
  requireSane(container.track)
  const out = soundWriter(options)
  const isDamaged = await decodePackets(container, await openDecoder(container), out)
  await out.end()
  const isEarly = isDamaged || (await container.endsEarly(out.samples() / 16_000))
  if (out.samples() === 0) throw new DecodeError(isEarly ? 'audio_invalid' : 'audio_empty')
  return { format, truncated: isEarly }
}

const RATES_HZ = { min: 4000, max: 384_000 }
const MAX_CHANNELS = 8

function requireSane({ channels, sampleRateHz }: TrackInfo) {
  const isSane =
    channels >= 1 &&
    channels <= MAX_CHANNELS &&
    Number.isInteger(sampleRateHz) &&
    sampleRateHz >= RATES_HZ.min &&
    sampleRateHz <= RATES_HZ.max
  if (!isSane) throw new DecodeError('audio_invalid')
}

async function openDecoder({ codec, track }: Container): Promise<PacketDecoder> {
  if (codec === 'opus') return opusDecoder(track)
  if (codec === 'mp3') return mp3Decoder()
  if (codec === 'aac') return aacDecoder(track)
  const pcm = pcmDecoder(codec, track)
  if (!pcm) throw new DecodeError('audio_unsupported')
  return pcm
}

/** What is damaged is left out. @returns whether something was */
async function decodePackets(
  container: Container,
  decoder: PacketDecoder,
  out: SoundWriter,
): Promise<boolean> {
  let isDamaged = false
  for await (const packet of container.packets()) {
    const sound = packet && (await decoder.decode(packet).catch(() => undefined))
    if (!packet || sound === undefined) isDamaged = true
    else if (sound) await out.write(sound)
  }
  const rest = await decoder.flush()
  if (rest) await out.write(rest)
  return isDamaged
}
