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
import { flacFrameSamples } from '../decoders/flac.ts'
import { opusPacketS } from '../decoders/packets.ts'
import { DecodeError } from '../protocol.ts'
import type { AudioFormat } from '../sniff.ts'
import type { TrackInfo } from '../sound.ts'
import { type ByteSource, byteWindow, type Container, type Piece } from './container.ts'
import { walkMatroska } from './matroska-walk.ts'

/** A box `alac` of 36 bytes in another of the same name: version, then 24 bytes of setup. */
const BOX = Buffer.from('00000024616c6163', 'hex')
const SETUP_AT = 12
const SETUP_BYTES = 24
const STEP = 256 << 10

/** What the decoder of ALAC has to know, which stands in an MP4's table of contents. */
async function readAlacSetup(source: ByteSource): Promise<Uint8Array | undefined> {
  const bytes = byteWindow(source)
  for (let at = 0; at < source.sizeBytes; at += STEP) {
    const window = await bytes(at, STEP + SETUP_AT + SETUP_BYTES)
    const found = window.indexOf(BOX)
    const setup = window.subarray(found + SETUP_AT, found + SETUP_AT + SETUP_BYTES)
    if (found !== -1 && setup.length === SETUP_BYTES) return Uint8Array.from(setup)
  }
  return undefined
}

/** The outermost boxes of an MP4 (ISO/IEC 14496-12 §4.2), without what is in them. */
interface Mp4Boxes {
  /** One reaches beyond the end of the file, or something is no box. */
  isCut: boolean
  /** The table of contents, without which nothing can be found. */
  hasIndex: boolean
}

const MOST_BOXES = 1_000_000

async function readMp4Boxes(source: ByteSource): Promise<Mp4Boxes> {
  const bytes = byteWindow(source)
  const { sizeBytes } = source
  let hasIndex = false
  let at = 0
  for (let boxes = 0; at < sizeBytes && boxes < MOST_BOXES; boxes++) {
    const header = await bytes(at, 16)
    const type = header.toString('latin1', 4, 8)
    if (header.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(type))
      return { isCut: !(await isZeroFrom(at)), hasIndex }
    const size = header.readUInt32BE(0)
    hasIndex ||= type === 'moov' && at + 8 < sizeBytes
    if (size === 0) return { isCut: false, hasIndex } // to the end, wherever that is
    const length = size === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : size
    if (length < 8) return { isCut: true, hasIndex }
    at += length
  }
  return { isCut: at > sizeBytes, hasIndex }

  /** Zeros that fill the file up are no loss. */
  async function isZeroFrom(from: number): Promise<boolean> {
    if (sizeBytes - from > 65_536) return false
    return (await bytes(from, sizeBytes - from)).every((byte) => byte === 0)
  }
}

/**
 * Finds the holes in a track by its own times: a packet that begins later than the one before it
 * ended. Neighbours are compared and not sums, since the clock of a live recording and the count of
 * its samples drift apart.
 */

interface TimedPacket {
  data: Uint8Array
  startS: number
  durationS: number
}

/** Below it are rounded times and late timers. */
const JUMP_S = 0.1
/** Sound may begin a little after the picture beside it. */
const LATE_START_S = 0.5
/** An Opus encoder that saves on silence writes one tiny packet now and then (RFC 6716 §2.1.9). */
const SILENT_PACKET_BYTES = 3
const SAVED_SILENCE_S = 1

async function* withHoles(packets: AsyncIterable<TimedPacket>): AsyncGenerator<Piece> {
  let expectedS: number | null = null
  let isSavedSilence = false
  for await (const { data, startS, durationS } of packets) {
    const missingS: number = startS - (expectedS ?? 0)
    if (missingS > (expectedS === null ? LATE_START_S : JUMP_S)) {
      if (isSavedSilence && missingS <= SAVED_SILENCE_S) yield { data: EMPTY, durationS: missingS }
      else yield { missingS }
    }
    yield { data, durationS }
    // What goes back in time (an edited or a joined track) goes on from there.
    expectedS = startS + durationS
    isSavedSilence = data.length <= SILENT_PACKET_BYTES
  }
}

/** A packet without content stands for silence of its length. */
const EMPTY = new Uint8Array(0)

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
