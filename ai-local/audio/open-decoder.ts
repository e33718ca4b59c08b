import type { Container } from './containers/container.ts'
import { DecodeError } from './decode-error.ts'
import { aacDecoder } from './decoders/aac.ts'
import { alacDecoder } from './decoders/alac.ts'
import type { PacketDecoder } from './decoders/decoder.ts'
import { flacDecoder } from './decoders/flac.ts'
import { gsmDecoder } from './decoders/gsm.ts'
import { imaAdpcmDecoder } from './decoders/ima-adpcm.ts'
import { mp3Decoder } from './decoders/mp3.ts'
import { msAdpcmDecoder } from './decoders/ms-adpcm.ts'
import { opusDecoder } from './decoders/opus.ts'
import { pcmDecoder } from './decoders/pcm.ts'
import { vorbisDecoder } from './decoders/vorbis.ts'

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
