import { boxModel, type CatalogueModel } from './catalogue.ts'
import { BASE_SPEED, LIVE_SPEED, relativeTime } from './speech-shape.ts'

// How fast a model is here, by what was measured on two cores of a current server: for choosing,
// not for promising. What is listed and what is advised rest on the same estimate.

/**
 * What was measured on this machine, by the names of models: times real time for speech, tokens a
 * second for text.
 */
export type Measured = ReadonlyMap<string, number>

/** Without AVX2 the same sound took fifteen to twenty times as long. */
const WITHOUT_VECTORS = 16
/** Text generation waits for memory: gigabytes of weights read a second on that machine. */
const WEIGHTS_MIB_PER_S = 26_000
/** From there on a model does well. */
export const ENOUGH = { speech: LIVE_SPEED, text: 8 }

/** @returns times real time for speech, tokens a second for text; null: not known */
export function speedOf(
  { shape, quantization, memoryMiB }: Pick<CatalogueModel, 'shape' | 'quantization' | 'memoryMiB'>,
  box: { cores: number; avx2: boolean },
  measured: Measured,
): number | null {
  const vectors = box.avx2 ? 1 : WITHOUT_VECTORS
  // More cores than eight add little: they wait for memory.
  const cores = Math.min(box.cores, 8) / 2
  const rounded = (value: number) => Math.round(value * 10) / 10
  if (shape && boxModel.shape) {
    const base = measured.get(boxModel.name) ?? (BASE_SPEED * cores) / vectors
    const baseTime = relativeTime(boxModel.shape, boxModel.quantization)
    return rounded((base * baseTime) / relativeTime(shape, quantization))
  }
  if (memoryMiB === null) return null
  const weightsMiB = (memoryMiB - 600) / 1.2
  return rounded(((WEIGHTS_MIB_PER_S / weightsMiB) * Math.min(2, Math.sqrt(cores))) / vectors)
}

/** What this machine has. */
export interface Box {
  cores: number
  memoryMiB: number
}

const NOTHING_MEASURED: Measured = new Map()
/** Share of the memory: the rest is for the service, and for what else runs here. */
const MEMORY_SHARE = 0.6

export type Fit = 'fits' | 'slow' | 'too-large' | 'unknown'

/**
 * Whether a model suits a machine, roughly: it may use three fifths of the memory, and has to keep
 * up. Of a catalogued one that is what `svcctl model advise` says; another wants its cores.
 * @param measured what was measured on this machine
 */
export function modelFit(
  model: Pick<CatalogueModel, 'memoryMiB' | 'cores'> | CatalogueModel,
  box: Box & { avx2?: boolean },
  measured: Measured = NOTHING_MEASURED,
): Fit {
  const { memoryMiB, cores } = model
  if (memoryMiB === null) return 'unknown'
  if (isTooLarge(memoryMiB, box)) return 'too-large'
  if ('kind' in model && (model.kind === 'speech' || model.kind === 'text')) {
    const { cores: count, avx2 = true } = box
    const speed = measured.get(model.name) ?? speedOf(model, { cores: count, avx2 }, measured)
    if (speed !== null) return speed < ENOUGH[model.kind] ? 'slow' : 'fits'
  }
  return box.cores < cores ? 'slow' : 'fits'
}

export function isTooLarge(memoryMiB: number, box: Pick<Box, 'memoryMiB'>): boolean {
  return memoryMiB > box.memoryMiB * MEMORY_SHARE
}

/** An NVIDIA card of this machine, and whether speech is recognized on it. */
export interface CardFacts {
  name: string
  /** Memory of the whole card. */
  memoryMiB: number
  use: CardUse
}

/**
 * `off`: by the setting. `own`: an administrator's own program recognizes, and nobody knows where.
 * `no-compiler`: `nvcc` or what the processor's build needs is missing. `not-built`: nobody has
 * built for it yet, or that failed.
 */
export type CardUse = 'used' | 'off' | 'own' | 'no-compiler' | 'not-built'

/** Reasons why a card that could be used is not. */
type Unused = Extract<CardUse, 'no-compiler' | 'not-built'>

/** In words for administrators, as a sentence. */
export function whyNotUsed(use: Unused): string {
  return use === 'not-built'
    ? 'The runtime has not been built for it, or that failed; it is built once, in minutes. To leave the card alone: svcctl config set speechGpu off.'
    : 'To build for it, CUDA’s compiler (nvcc) is needed besides cmake, g++ and make, and one of them is missing.'
}

/** The one command that has it used; on Debian and its relatives the packages are called so. */
export function useOfCardCommand(use: Unused): string {
  const build = 'svcctl doctor --fix'
  return use === 'not-built'
    ? build
    : `apt-get install -y cmake g++ make nvidia-cuda-toolkit && ${build}`
}
