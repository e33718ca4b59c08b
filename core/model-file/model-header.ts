/**
 * What the first bytes of a model file say about it, for files that no catalogue names: whisper and
 * silero models in ggml's own format, language models in GGUF. Reads what is asked for and no more;
 * broken input is null, never an exception.
 */
import { precisionName, type SpeechShape } from './speech-shape.ts'

/** The types of values in a GGUF file, by their numbers there. */
export const STRING = 8
export const ARRAY = 9
/** Bytes of the others. */
export const WIDTHS: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

export interface WhisperHeader {
  format: 'whisper'
  multilingual: boolean
  shape: SpeechShape
  /** Precision of the weights, as `q5_0`; null for one that is not known here. */
  quantization: string | null
}

export type ModelHeader =
  | WhisperHeader
  | { format: 'vad'; version: string }
  | { format: 'gguf'; version: number; architecture: string | null; title: string | null }

/** How many bytes `readModelHeader` wants to see. */
export const HEADER_BYTES = 64 * 1024

export function readModelHeader(bytes: Uint8Array): ModelHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 48) return null
  const magic = view.getUint32(0, true)
  if (magic === GGML) return ggmlHeader(view)
  if (magic === GGUF) return ggufHeader(view)
  return null
}

/** "ggml" and "GGUF", as little-endian words. */
const GGML = 0x67676d6c
const GGUF = 0x46554747

/**
 * whisper.cpp's `whisper_model_load`: eleven words of shape follow the magic; silero's begin with
 * its own name.
 */
function ggmlHeader(view: DataView): ModelHeader | null {
  const word = (index: number) => view.getInt32(4 + index * 4, true)
  const nameLength = word(0)
  if (nameLength > 0 && nameLength < 32) {
    const name = textAt(view, 8, nameLength)
    return name.startsWith('silero') ? { format: 'vad', version: name } : null
  }
  const vocabulary = word(0)
  const shape = {
    audioContext: word(1),
    audioState: word(2),
    audioLayers: word(4),
    textContext: word(5),
    textLayers: word(8),
    mels: word(9),
  }
  if (vocabulary < 50_000 || vocabulary > 60_000 || !isPlausible(shape)) return null
  // 51864 tokens are the English-only vocabulary; every later one knows languages.
  const multilingual = vocabulary >= 51_865
  return { format: 'whisper', multilingual, shape, quantization: precisionName(word(10)) }
}

function isPlausible({ audioContext, audioState, audioLayers, textLayers }: SpeechShape): boolean {
  const isWithin = (value: number, least: number, most: number) => value >= least && value <= most
  return (
    isWithin(audioContext, 100, 1500) &&
    isWithin(audioState, 1, 8192) &&
    isWithin(audioLayers, 1, 256) &&
    isWithin(textLayers, 1, 256)
  )
}

/**
 * GGUF: magic, version, counts, then typed key-value pairs; the ones of interest come early when
 * they come.
 */
function ggufHeader(view: DataView): ModelHeader | null {
  const version = view.getUint32(4, true)
  if (version < 2 || version > 3) return null
  const header = { format: 'gguf' as const, version, architecture: null, title: null }
  return { ...header, ...namesIn(view, Number(view.getBigUint64(16, true))) }
}

function namesIn(view: DataView, pairs: number) {
  const found: { architecture?: string; title?: string } = {}
  try {
    let at = 24
    for (let pair = 0; pair < pairs && at < view.byteLength; pair++) {
      const key = stringAt(view, at)
      const type = view.getUint32(key.end, true)
      const value = skipValue(view, key.end + 4, type)
      if (key.text === 'general.architecture' && value.text !== null)
        found.architecture = value.text
      if (key.text === 'general.name' && value.text !== null) found.title = value.text
      at = value.end
    }
  } catch (error) {
    // The pairs go on behind the bytes at hand.
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

function skipValue(view: DataView, at: number, type: number): { end: number; text: string | null } {
  if (type === STRING) return stringAt(view, at)
  if (type === ARRAY) {
    const itemType = view.getUint32(at, true)
    const count = Number(view.getBigUint64(at + 4, true))
    const width = WIDTHS[itemType]
    if (width) return { end: at + 12 + count * width, text: null }
    let end = at + 12
    for (let item = 0; item < count; item++) end = skipValue(view, end, itemType).end
    return { end, text: null }
  }
  const width = WIDTHS[type]
  if (!width) throw new RangeError('unknown type')
  return { end: at + width, text: null }
}

function stringAt(view: DataView, at: number): { text: string; end: number } {
  const length = Number(view.getBigUint64(at, true))
  return { text: textAt(view, at + 8, length), end: at + 8 + length }
}

/** Printable text only: it is shown on a terminal. @throws {RangeError} beyond the bytes at hand */
function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) throw new RangeError('beyond the end')
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, 200))
  return Array.from(bytes, (byte) =>
    byte < 32 || byte > 126 ? '?' : String.fromCharCode(byte),
  ).join('')
}
