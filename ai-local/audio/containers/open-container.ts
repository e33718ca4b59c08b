import type { AudioFormat } from '../sniff.ts'
import { openAiff, openAu, openCaf } from './chunked-pcm.ts'
import type { ByteSource, Container } from './container.ts'
import { openFrames } from './frames.ts'
import { openMedia } from './media.ts'
import { openOgg } from './ogg.ts'
import { openWav } from './wav.ts'

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
