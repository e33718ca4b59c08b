/**
 * What fits this machine (DESIGN §7): by memory that can really be had, cores, vector instructions
 * and disk. The speed of a speech model is what was measured here with the model in the box, scaled
 * by shape; without a measurement, and for text, what two cores of a current server did, scaled by
 * cores. Speeds are for choosing, not for promising.
 */
import type { CardFacts } from './card-facts.ts'
import { boxModel, type CatalogueModel, findModel, modelCatalogue, sizeOf } from './catalogue.ts'
import { ENOUGH, type Measured, speedOf } from './model-speed.ts'
import { relativeTime } from './speech-shape.ts'

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
const TOLERABLE = { speech: 1, text: 3 }

/** @param card what recognizes speech, where that is not the processor */
export function adviseModels(
  box: BoxFacts,
  measured: Measured,
  card: CardFacts | null = null,
): Advice {
  const speech = kindOf('speech', box, measured, SERVICE_MIB).map((model) => onCard(model, card))
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

/** A card holds its models in memory of its own. */
function onCard(model: AdvisedModel, card: CardFacts | null): AdvisedModel {
  if (card?.use !== 'used' || (model.memoryMiB ?? 0) <= card.memoryMiB) return model
  const why = `it needs ${model.memoryMiB} MiB, and ${card.name} has ${card.memoryMiB} MiB`
  return { ...model, verdict: 'do not', why }
}

/**
 * The speech model of the largest shape that does well here, where that is larger than the one in
 * the box; else null.
 */
export function largerSpeechModel(box: BoxFacts, measured: Measured): string | null {
  const { speech } = adviseModels(box, measured)
  return speech !== null && sizeOfShape(speech) > sizeOfShape(boxModel.name) ? speech : null
}

/** The largest among those that do well: it knows most. */
function best(models: readonly AdvisedModel[]): AdvisedModel | undefined {
  const size = ({ name, memoryMiB }: AdvisedModel) => sizeOfShape(name) || (memoryMiB ?? 0)
  const good = models.filter(({ verdict }) => verdict === 'good')
  // Of the same shape the fastest, with less precise weights: the difference in words is next to
  // none.
  good.sort((one, other) => size(other) - size(one) || (other.speed ?? 0) - (one.speed ?? 0))
  return good[0]
}

/** Grows with the shape of a speech model; 0 for other kinds. */
function sizeOfShape(name: string): number {
  const shape = findModel(name)?.shape
  return shape ? relativeTime(shape, null) : 0
}

function kindOf(
  kind: 'speech' | 'text',
  box: BoxFacts,
  measured: Measured,
  takenMiB: number,
): AdvisedModel[] {
  return modelCatalogue
    .filter((model) => model.kind === kind)
    .map((model) => advise(model, kind, box, measured, takenMiB))
}

function advise(
  model: CatalogueModel,
  kind: 'speech' | 'text',
  box: BoxFacts,
  measured: Measured,
  takenMiB: number,
): AdvisedModel {
  const here = measured.get(model.name)
  const speed = here ?? speedOf(model, box, measured)
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
  const neededBytes = model === boxModel ? 0 : (sizeBytes ?? 0) + DISK_RESERVE_BYTES
  if (neededBytes > box.freeDiskBytes)
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
