/**
 * From the bytes of a file to PCM16 16 kHz: container, codec, mixing, rate. Runs in the decoding
 * child. What is missing or damaged is told with its place, and silence stands there, so that what
 * follows keeps its time.
 */
import type { UnusedPart } from '../../core/input-use/input-use.ts'
import { toMs } from '../../core/recording/statement.ts'
import { openAiff, openAu, openCaf } from './containers/chunked-pcm.ts'
import { type ByteSource, type Container, sourceFrom } from './containers/container.ts'
import { openFrames } from './containers/frames.ts'
import { openMedia } from './containers/media.ts'
import { openOgg } from './containers/ogg.ts'
import { openWav } from './containers/wav.ts'
import { alacDecoder } from './decoders/alac.ts'
import { aacDecoder, vorbisDecoder } from './decoders/ffmpeg-decoders.ts'
import { flacDecoder } from './decoders/flac.ts'
import { gsmDecoder } from './decoders/gsm.ts'
import { imaAdpcmDecoder } from './decoders/ima-adpcm.ts'
import { mp3Decoder } from './decoders/mp3.ts'
import { msAdpcmDecoder } from './decoders/ms-adpcm.ts'
import { opusDecoder } from './decoders/opus.ts'
import { pcmDecoder } from './decoders/pcm.ts'
import { DecodeError } from './protocol.ts'
import { type AudioFormat, foreignFormat, SNIFF_BYTES, sniff } from './sniff.ts'
import type { Decoded, PacketDecoder, TrackInfo } from './sound.ts'
import { type SoundWriter, soundWriter } from './sound-writer.ts'

/** Keeps the parts of a file's sound that are not there, in order of time. */
interface UnusedSound {
  gap(fromMs: number, toMs: number): void
  truncated(atMs: number): void
  parts(): UnusedPart[]
}

/** Gaps that lie nearer together are told as one: a damaged stretch, not each packet of it. */
const TOGETHER_MS = 250
/** More are told as one that reaches to the last of them. */
const MOST = 50

function unusedSound(): UnusedSound {
  const parts: { code: 'audio_gap' | 'audio_truncated'; fromMs: number; toMs: number }[] = []
  return {
    gap(fromMs, toMs) {
      const last = parts.at(-1)
      const isNear = last && (fromMs - last.toMs <= TOGETHER_MS || parts.length >= MOST)
      if (isNear && last.code === 'audio_gap') last.toMs = Math.max(last.toMs, toMs)
      else parts.push({ code: 'audio_gap', fromMs, toMs })
    },
    truncated(atMs) {
      parts.push({ code: 'audio_truncated', fromMs: atMs, toMs: atMs })
    },
    parts: () => parts,
  }
}

export interface DecodeFileOptions extends ByteSource {
  /** An array per channel. */
  write(samples: Int16Array[]): Promise<void>
  maxSamples: number
  channels: 1 | 2
}

/** @throws {DecodeError} */
export async function decodeFile(
  options: DecodeFileOptions,
): Promise<{ format: AudioFormat; unused: UnusedPart[] }> {
  const { sizeBytes } = options
  if (sizeBytes === 0) throw new DecodeError('audio_empty')
  const start = await options.read(0, Math.min(SNIFF_BYTES, sizeBytes))
  const format = sniff(start)
  if (!format) throw new DecodeError('audio_unsupported', inside(foreignFormat(start)))
  const out = soundWriter(options)
  const unused = unusedSound()
  let isEarly = false
  for (let at: number | null = 0; at !== null; ) {
    const part = await openPart(sourceFrom(options, at), at === 0 ? format : null)
    refuseTooLong(part, options.maxSamples - out.samples())
    isEarly = part === null || (await decodePart(part, out, unused))
    if (isEarly) unused.truncated(toMs(out.samples()))
    const next: number | null = (await part?.nextFileAt?.()) ?? null
    at = next === null ? null : at + next
  }
  await out.end()
  if (out.samples() === 0) throw new DecodeError(isEarly ? 'audio_invalid' : 'audio_empty')
  const silent = out.silentChannels().map(
    (channel): UnusedPart => ({
      code: 'channel_silent',
      channel,
    }),
  )
  return { format, unused: [...unused.parts(), ...silent] }
}

function inside(name: string | undefined) {
  return name === undefined ? {} : { inside: name }
}

/** @param format null: of a file behind the first, which may be anything: null then */
async function openPart(source: ByteSource, format: AudioFormat | null): Promise<Container | null> {
  if (format) {
    const container = await openContainer(source, format)
    requireSane(container.track)
    return container
  }
  const own = sniff(await source.read(0, Math.min(SNIFF_BYTES, source.sizeBytes)))
  if (!own) return null
  return openPart(source, own).catch(() => null)
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

/** Of the rate's rounding. */
const TOLERANCE_S = 1

/** Hours that would be decoded and stored only to be thrown away are refused before. */
function refuseTooLong(part: Container | null, leftSamples: number): void {
  const { lastsS = 0 } = part ?? {}
  if (Number.isFinite(lastsS) && lastsS > leftSamples / 16_000 + TOLERANCE_S)
    throw new DecodeError('audio_too_long')
}

/** Longer holes are told and not filled: a clock that was set wrong, not a recording of hours. */
const MOST_SILENCE_S = 1800

/** @returns whether it ends before its own end */
async function decodePart(
  container: Container,
  out: SoundWriter,
  unused: UnusedSound,
): Promise<boolean> {
  const decoder = await openDecoder(container)
  await out.settle()
  const before = out.samples()
  let missingS = 0

  async function take(decoded: readonly Decoded[]) {
    for (const one of decoded) {
      if (!('missingS' in one)) {
        await out.write(one)
        continue
      }
      const hole = one.missingS <= MOST_SILENCE_S ? one.missingS : 0
      missingS += one.missingS - hole
      await out.silence(hole)
      const toSamples = out.samples()
      unused.gap(toMs(toSamples - Math.round(hole * 16_000)), toMs(toSamples))
    }
  }

  for await (const piece of container.pieces()) {
    if ('missingS' in piece) {
      await take(await decoder.flush())
      await take([piece])
      continue
    }
    const { data, durationS } = piece
    if (data.length === 0) {
      await take(await decoder.flush())
      await out.silence(durationS)
      continue
    }
    await take(await decoder.decode(data).catch((): Decoded[] => [{ missingS: durationS }]))
  }
  await take(await decoder.flush())
  await out.settle()
  return container.endsEarly((out.samples() - before) / 16_000 + missingS)
}

/** @throws {DecodeError} `audio_unsupported` */
export async function openDecoder({
  codec,
  track,
}: Pick<Container, 'codec' | 'track'>): Promise<PacketDecoder> {
  switch (codec) {
    case 'opus':
      return opusDecoder(track)
    case 'mp3':
      return mp3Decoder()
    case 'aac':
      return aacDecoder(track)
    case 'alac':
      return alacDecoder(track)
    case 'flac':
      return flacDecoder(track)
    case 'vorbis':
      return vorbisDecoder(track)
    case 'ima-adpcm':
      return imaAdpcmDecoder(track)
    case 'ms-adpcm':
      return msAdpcmDecoder(track)
    case 'gsm':
      return gsmDecoder(track)
  }
  const pcm = pcmDecoder(codec, track)
  if (!pcm) throw new DecodeError('audio_unsupported')
  return pcm
}

/** @throws {DecodeError} `audio_invalid`, `audio_unsupported`, `index_missing` */
export async function openContainer(source: ByteSource, format: AudioFormat): Promise<Container> {
  switch (format) {
    case 'wav':
      return openWav(source)
    case 'ogg':
      return openOgg(source)
    case 'mp3':
    case 'aac':
      return openFrames(source, format)
    case 'aiff':
      return openAiff(source)
    case 'caf':
      return openCaf(source)
    case 'au':
      return openAu(source)
    default:
      return openMedia(source, format)
  }
}
