/** WebM, MP4 and FLAC, read by mediabunny. */
import {
  CustomSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import { DecodeError } from '../decode-error.ts'
import type { TrackInfo } from '../decoders/decoder.ts'
import { flacFrameSamples } from '../decoders/flac.ts'
import { opusPacketS } from '../decoders/opus-packet.ts'
import type { AudioFormat } from '../sniff.ts'
import { readAlacSetup } from './alac-setup.ts'
import type { ByteSource, Container } from './container.ts'
import { type TimedPacket, withHoles } from './holes.ts'
import { walkMatroska } from './matroska-walk.ts'
import { readMp4Boxes } from './mp4-boxes.ts'

export async function openMedia(source: ByteSource, format: AudioFormat): Promise<Container> {
  // Whether it is whole is seen in its structure; what another file behind it says is not asked.
  const walk = format === 'webm' ? await walkMatroska(source) : null
  const sizeBytes = walk?.nextFileAt ?? source.sizeBytes
  const input = new Input({
    formats: [WEBM, MATROSKA, MP4, QTFF, FLAC],
    source: new CustomSource({ getSize: () => sizeBytes, read: source.read }),
  })
  const boxes = format === 'm4a' ? await readMp4Boxes(source) : null
  if (boxes && !boxes.hasIndex) throw new DecodeError('index_missing')
  const track = await openTrack(input)
  const isAlac = (await track.getInternalCodecId().catch(() => null)) === 'alac'
  const codec = isAlac ? 'alac' : ((await track.getCodec()) ?? '')
  if (!codec) throw new DecodeError('audio_unsupported', { inside: await nameOf(track, format) })
  const described = await describeTrack(track)
  if (isAlac) described.description = await readAlacSetup(source)
  let brokeOff = false
  let holes = 0
  let lastS = 0

  async function* packets(): AsyncGenerator<TimedPacket> {
    const packets = new EncodedPacketSink(track).packets()
    for (;;) {
      const next = await packets.next().catch(() => null)
      brokeOff = next === null // the container ends in the middle of something
      if (!next || next.done) return
      const { data, timestamp, duration } = next.value
      lastS = timestamp
      const durationS = packetS(codec, data, { duration, rateHz: described.sampleRateHz })
      yield { data, startS: timestamp, durationS }
    }
  }

  return {
    codec,
    track: described,
    async *pieces() {
      for await (const piece of withHoles(packets())) {
        if ('missingS' in piece) holes++
        yield piece
      }
    },
    async endsEarly(decodedS) {
      if (brokeOff || boxes?.isCut || walk?.isCut) return true
      // Damage that left no hole in time, or behind which nothing was found any more.
      if (walk?.isDamaged && (holes === 0 || walk.lastBlockS > lastS + 1)) return true
      return promisesMore(track, decodedS)
    },
    nextFileAt: async () => walk?.nextFileAt ?? null,
  }
}

/** A packet that says itself how long it is does not hide a hole behind it. */
function packetS(
  codec: string,
  data: Uint8Array,
  { duration, rateHz }: { duration: number; rateHz: number },
): number {
  if (codec === 'opus') return opusPacketS(data)
  if (codec === 'flac') return flacFrameSamples(data) / rateHz || duration
  return Math.min(duration, LONGEST_PACKET_S)
}

/** Some containers say only when packets begin: then a hole looks like a long packet. */
const LONGEST_PACKET_S = 0.25

async function openTrack(input: Input): Promise<InputAudioTrack> {
  const tracks = await input.getTracks().catch((cause: unknown) => {
    throw new DecodeError('audio_invalid', { cause })
  })
  if (tracks.length === 0) throw new DecodeError('audio_invalid')
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new DecodeError('audio_unsupported', { inside: 'vídeo sem som' })
  return track
}

const CONTAINERS: Partial<Record<AudioFormat, string>> = { webm: 'WebM', m4a: 'M4A/MP4' }

const CODECS: Record<string, string> = {
  samr: 'AMR',
  sawb: 'AMR-WB',
  sevc: 'EVRC',
  sqcp: 'QCELP',
  'ac-3': 'Dolby AC-3',
  'ec-3': 'Dolby E-AC-3',
  'ac-4': 'Dolby AC-4',
  dtsc: 'DTS',
  enca: 'som cifrado (DRM)',
  drms: 'som cifrado (DRM)',
  ima4: 'IMA ADPCM',
  agsm: 'GSM 6.10',
  MAC3: 'MACE',
  MAC6: 'MACE',
  QDM2: 'QDesign',
  A_AC3: 'Dolby AC-3',
  A_EAC3: 'Dolby E-AC-3',
  A_DTS: 'DTS',
  A_ALAC: 'ALAC (Apple Lossless)',
  A_TTA1: 'True Audio (TTA)',
  A_WAVPACK4: 'WavPack',
}

async function nameOf(track: InputAudioTrack, format: AudioFormat): Promise<string> {
  const id = await track.getInternalCodecId().catch(() => null)
  const codec = (typeof id === 'string' && CODECS[id]) || 'um codec desconhecido'
  return `${codec} em ${CONTAINERS[format] ?? format}`
}

async function describeTrack(track: InputAudioTrack): Promise<TrackInfo> {
  const channels = await track.getNumberOfChannels()
  const sampleRateHz = await track.getSampleRate()
  const description = (await track.getDecoderConfig())?.description as Bytes | undefined
  return { channels, sampleRateHz, description: description && toBytes(description) }
}

/** More than half a second above what came out. */
async function promisesMore(track: InputAudioTrack, decodedS: number): Promise<boolean> {
  const promisedS = await track.getDurationFromMetadata().catch(() => null)
  return promisedS !== null && decodedS < promisedS - 0.5
}

type Bytes = ArrayBuffer | ArrayBufferView

function toBytes(source: Bytes): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
