import type { CatalogueModel } from './catalogue.ts'
import type { WhisperHeader } from './model-header.ts'
import { coresForLive, type ShapeName, shapeName, speechMemoryMiB } from './speech-shape.ts'

/** What the header of a Whisper file that no catalogue knows says about it. */
export interface SpeechFacts
  extends Pick<CatalogueModel, 'cores' | 'memoryMiB'>,
    Pick<WhisperHeader, 'shape'> {
  /** The released model with this shape; null for a shape of somebody's own. */
  like: ShapeName | null
  quantization: string | null
}

export function describeSpeech(
  { shape, quantization }: WhisperHeader,
  sizeBytes: number,
): SpeechFacts {
  return {
    shape,
    quantization,
    like: shapeName(shape),
    memoryMiB: speechMemoryMiB(sizeBytes, quantization),
    cores: coresForLive(shape, quantization),
  }
}
