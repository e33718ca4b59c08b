/**
 * What fits this machine (DESIGN §7): by memory that can really be had, cores, vector instructions and disk. Speeds are those measured
 * on two cores of a current server, scaled by cores, unless one was measured here; they are for choosing, not for promising.
 */
import { type CatalogueModel, modelCatalogue, sizeOf } from './catalogue.ts'

export interface BoxFacts {
  cores: number
  /** What the machine has, or the container may take where that is less. */
  memoryMiB: number
  /** Of it free now, without swapping. */
  availableMiB: number
  container: boolean
  avx2: boolean
  avx512: boolean
  freeDiskBytes: number
}

export interface Measured {
  name: string
  value: number
}

export interface AdvisedModel {
  name: string
  kind: 'speech' | 'text'
  verdict: 'good' | 'slow' | 'do not' | 'unknown'
  /** Sound heard per time for speech; tokens written a second for text; null: not known. */
  speed: number | null
  measured: boolean
  memoryMiB: number | null
  sizeBytes: number | null
  why: string
}

export interface Advice {
  box: BoxFacts
  models: AdvisedModel[]
  /** The largest that do well, side by side. */
  speech: string | null
  text: string | null
}

/** The service itself, its database and the decoding of sound. */
const SERVICE_MIB = 600
const DISK_RESERVE_BYTES = 2 * 1024 ** 3
/** Times real time on two cores with AVX2 or better: 11 s of sound took .84, 1.86 and 6.9 s; larger shapes by their layers. */
const SPEECH_SPEED: readonly [RegExp, number][] = [
  [/-tiny/, 13],
  [/-base/, 5.9],
  [/-small/, 1.6],
  [/-medium/, 0.55],
  [/-turbo/, 0.6],
  [/-large/, 0.28],
]
/** Without AVX2 the same sound took fifteen to twenty times as long. */
const WITHOUT_VECTORS = 16
/** Text generation waits for memory: gigabytes of weights read a second on that machine. */
const WEIGHTS_MIB_PER_S = 26_000
const ENOUGH = { speech: 1.5, text: 8 }
const TOLERABLE = { speech: 1, text: 3 }

export function adviseModels(box: BoxFacts, measured: readonly Measured[]): Advice {
  const speech = kindOf('speech', box, measured, SERVICE_MIB)
  const heard = best(speech)
  // Both are loaded at once while a visit goes on.
  const beside = SERVICE_MIB + (heard?.memoryMiB ?? 0)
  const text = kindOf('text', box, measured, beside)
  return {
    box,
    models: [...speech, ...text],
    speech: heard?.name ?? null,
    text: best(text)?.name ?? null,
  }
}

/** The one with the most memory among those that do well: it knows most. */
function best(models: readonly AdvisedModel[]): AdvisedModel | undefined {
  return models
    .filter(({ verdict }) => verdict === 'good')
    .reduce<AdvisedModel | undefined>(
      (top, one) => ((one.memoryMiB ?? 0) > (top?.memoryMiB ?? 0) ? one : top),
      undefined,
    )
}

function kindOf(
  kind: 'speech' | 'text',
  box: BoxFacts,
  measured: readonly Measured[],
  takenMiB: number,
): AdvisedModel[] {
  return modelCatalogue
    .filter((model) => model.kind === kind && !model.demo)
    .map((model) => advise(model, kind, box, measured, takenMiB))
}

function advise(
  model: CatalogueModel,
  kind: 'speech' | 'text',
  box: BoxFacts,
  measured: readonly Measured[],
  takenMiB: number,
): AdvisedModel {
  const here = measured.find(({ name }) => name === model.name)
  const speed = here?.value ?? speedOf(model, box)
  const { name, memoryMiB } = model
  const sizeBytes = sizeOf(model)
  const about = { name, kind, speed, measured: here !== undefined, memoryMiB, sizeBytes }
  if (memoryMiB === null)
    return { ...about, verdict: 'unknown', why: 'how much memory it needs was not published' }
  if (memoryMiB + takenMiB > box.memoryMiB)
    return {
      ...about,
      verdict: 'do not',
      why: `it would swap: it needs ${memoryMiB} MiB beside ${takenMiB} MiB, and there are ${box.memoryMiB} MiB`,
    }
  if (sizeBytes !== null && sizeBytes + DISK_RESERVE_BYTES > box.freeDiskBytes)
    return { ...about, verdict: 'do not', why: 'the disk has no room for it' }
  if (speed === null) return { ...about, verdict: 'unknown', why: '' }
  if (speed < TOLERABLE[kind])
    return {
      ...about,
      verdict: 'do not',
      why:
        kind === 'speech'
          ? 'slower than people talk: text would fall behind for ever'
          : 'a document would take many minutes',
    }
  if (speed < ENOUGH[kind])
    return { ...about, verdict: 'slow', why: 'one visit at a time, with waiting' }
  return { ...about, verdict: 'good', why: '' }
}

function speedOf({ name, kind, memoryMiB }: CatalogueModel, box: BoxFacts): number | null {
  const vectors = box.avx2 ? 1 : WITHOUT_VECTORS
  // More cores than eight add little: they wait for memory.
  const cores = Math.min(box.cores, 8) / 2
  const rounded = (value: number) => Math.round(value * 10) / 10
  if (kind === 'speech') {
    const [, base] = SPEECH_SPEED.find(([shape]) => shape.test(name)) ?? []
    return base === undefined ? null : rounded((base * cores) / vectors)
  }
  if (memoryMiB === null) return null
  const weightsMiB = (memoryMiB - 600) / 1.2
  return rounded(((WEIGHTS_MIB_PER_S / weightsMiB) * Math.min(2, Math.sqrt(cores))) / vectors)
}
