/** WAV, WebM, MP3, MP4 and ADTS, read by mediabunny. */
import {
  ADTS,
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { DecodeError } from '../decode-error.ts'
import type { TrackInfo } from '../decoders/decoder.ts'
import type { AudioFormat } from '../sniff.ts'
import type { ByteSource, Container } from './container.ts'
import { isCutShort } from './cut-short.ts'

export async function openMedia(source: ByteSource, format: AudioFormat): Promise<Container> {
  const input = new Input({
    formats: [WAVE, WEBM, MATROSKA, MP3, MP4, QTFF, ADTS],
    source: new CustomSource({ getSize: () => source.sizeBytes, read: source.read }),
  })
  const track = await openTrack(input)
  let brokeOff = false

  return {
    codec: (await track.getCodec()) ?? '',
    track: await describeTrack(track),
    async *packets() {
      const packets = new EncodedPacketSink(track).packets()
      for (;;) {
        const next = await packets.next().catch(() => null)
        brokeOff = next === null // the container ends in the middle of something
        if (!next || next.done) return
        yield next.value.data
      }
    },
    endsEarly: async (decodedS) =>
      brokeOff || (await isCutShort(source, format)) || (await promisesMore(track, decodedS)),
  }
}

async function openTrack(input: Input): Promise<InputAudioTrack> {
  const tracks = await input.getTracks().catch((cause: unknown) => {
    throw new DecodeError('audio_invalid', { cause })
  })
  // An MP4 that broke off before its table of contents has none.
  if (tracks.length === 0) throw new DecodeError('audio_invalid')
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new DecodeError('audio_unsupported')
  return track
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
