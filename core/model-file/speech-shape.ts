/**
 * What the shape of a Whisper model says about its cost. Whisper models differ in shape and in the
 * precision of their weights only, so the speed of one of them on a machine gives the speed of all.
 */

/** As the header of the file gives it. */
export interface SpeechShape {
  /** Steps of 20 ms that the encoder hears at once: 1500 in released models. */
  audioContext: number
  /** Width of both halves. */
  audioState: number
  audioLayers: number
  textContext: number
  textLayers: number
  mels: number
}

export type ShapeName =
  | 'tiny'
  | 'base'
  | 'small'
  | 'medium'
  | 'large'
  | 'large-v3'
  | 'large-v3-turbo'

const released = (audioState: number, audioLayers: number, textLayers: number, mels = 80) => ({
  audioContext: 1500,
  audioState,
  audioLayers,
  textContext: 448,
  textLayers,
  mels,
})

export const releasedShapes: Readonly<Record<ShapeName, SpeechShape>> = {
  tiny: released(384, 4, 4),
  base: released(512, 6, 6),
  small: released(768, 12, 12),
  medium: released(1024, 24, 24),
  large: released(1280, 32, 32),
  'large-v3': released(1280, 32, 32, 128),
  'large-v3-turbo': released(1280, 32, 4, 128),
}

/** The released model with this shape; null for a shape of somebody's own. */
export function shapeName(shape: SpeechShape): ShapeName | null {
  const isSame = (other: SpeechShape) =>
    (Object.keys(other) as (keyof SpeechShape)[]).every((key) => other[key] === shape[key])
  const found = Object.entries(releasedShapes).find(([, other]) => isSame(other))
  return (found?.[0] as ShapeName | undefined) ?? null
}

/** ggml's numbers for the precision of weights; thousands count the version of the format. */
const PRECISIONS: Readonly<Record<number, string>> = {
  0: 'f32',
  1: 'f16',
  2: 'q4_0',
  3: 'q4_1',
  7: 'q8_0',
  8: 'q5_0',
  9: 'q5_1',
}

/**
 * Name of the precision of weights, by the number in the header; null for one that is not known
 * here.
 */
export function precisionName(fileType: number): string | null {
  return PRECISIONS[fileType % 1000] ?? null
}

/**
 * Time per window in relation to 5-bit weights, as measured with the base and small shapes on two
 * cores, each loaded as its file is. 16-bit and 5-bit files are loaded as 8-bit ones by now: who is
 * advised by these figures gets a model that is rather too small.
 */
const PRECISION_TIME: Readonly<Record<string, number>> = {
  f32: 1.3,
  f16: 1.15,
  q8_0: 0.85,
  q4_0: 0.75,
  q4_1: 0.75,
}

/**
 * What a file comes to as it is loaded (ai-local/whisper/weights): bits of a weight, its share of
 * the block's scale included.
 */
const LOADED_SIZE: Readonly<Record<string, number>> = {
  f16: 8.5 / 16,
  q5_0: 8.5 / 5.5,
  q5_1: 8.5 / 6,
}

/** Tokens that half a minute of talk is written with. */
const TOKENS = 100
/**
 * A token is computed alone and waits for memory, so one operation of it takes as long as four of
 * the encoder.
 */
const TOKEN_TIME = 4
const VOCABULARY = 51_865

/**
 * Time that a model takes for a stretch of talk, in relation to other models on the same machine:
 * operations of the encoder for its window and of the decoder for the words in it, per second of
 * sound. Measured: 0.45 : 1 : 3.7 for tiny, base and small; by this rule 0.46 : 1 : 3.6.
 */
export function relativeTime(shape: SpeechShape, precision: string | null): number {
  const { audioContext, audioState: width, audioLayers, textLayers } = shape
  const encoder = audioLayers * (24 * width ** 2 * audioContext + 4 * audioContext ** 2 * width)
  const token = 2 * (14 * textLayers * width ** 2 + VOCABULARY * width)
  const share = audioContext / releasedShapes.base.audioContext
  const operations = encoder + TOKENS * share * TOKEN_TIME * token
  return (operations / share / 1e9) * (PRECISION_TIME[precision ?? ''] ?? 1)
}

const MIB = 1024 * 1024

/**
 * A model whose loaded weights are larger is loaded once, and what is said now waits for a window
 * of the final text.
 */
export const MOST_TWICE_BYTES = 400 * MIB

/**
 * Memory while it runs, in MiB: its weights, and buffers that grow with the shape (152 MiB were
 * measured for one child with the tiny shape), twice where it is loaded twice.
 */
export function speechMemoryMiB(sizeBytes: number, precision: string | null): number {
  const loaded = sizeBytes * (LOADED_SIZE[precision ?? ''] ?? 1)
  const children = loaded > MOST_TWICE_BYTES ? 1 : 2
  return Math.round(children * ((loaded / MIB) * 1.3 + 80))
}

/**
 * Speed of the base shape with 5-bit weights on two cores with AVX2, in times real time: 11 s of
 * sound took 1.7 s.
 */
export const BASE_SPEED = 6.5
/** Live text keeps up with talk at this speed, other work of the machine included. */
export const LIVE_SPEED = 1.5

/** Cores of a current server with which a model keeps up with live speech. */
export function coresForLive(shape: SpeechShape, precision: string | null): number {
  const ratio = relativeTime(shape, precision) / relativeTime(releasedShapes.base, 'q5_0')
  return Math.max(1, Math.ceil((2 * LIVE_SPEED * ratio) / BASE_SPEED))
}
