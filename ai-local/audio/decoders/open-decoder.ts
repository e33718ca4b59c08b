import type { Container } from '../containers/container.ts'
import { DecodeError } from '../decode-error.ts'
import { aacDecoder } from './aac.ts'
import { alacDecoder } from './alac.ts'
import type { PacketDecoder } from './decoder.ts'
import { flacDecoder } from './flac.ts'
import { gsmDecoder } from './gsm.ts'
import { imaAdpcmDecoder } from './ima-adpcm.ts'
import { mp3Decoder } from './mp3.ts'
import { msAdpcmDecoder } from './ms-adpcm.ts'
import { opusDecoder } from './opus.ts'
import { pcmDecoder } from './pcm.ts'
import { vorbisDecoder } from './vorbis.ts'

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
