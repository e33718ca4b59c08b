/**
 * What fits this machine (DESIGN §7): by memory that can really be had, cores, vector instructions
 * and disk. The speed of a speech model is what was measured here with the model in the box, scaled
 * by shape; without a measurement, and for text, what two cores of a current server did, scaled by
 * cores. Speeds are for choosing, not for promising.
 */
import { boxModel, type CatalogueModel, findModel, modelCatalogue, sizeOf } from './catalogue.ts'
import { type CardFacts, ENOUGH, isTooLarge, type Measured, speedOf } from './model-fit.ts'
import { relativeTime } from './speech-shape.ts'

export interface BoxFacts {
  cores: number
  /** What the machine has, or the container may take where that is less. */
  memoryMiB: number
  /** Memory that is free now, without swapping. */
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

/** With the largest that do well, side by side. */
export interface Advice extends Pair {
  box: BoxFacts
  models: AdvisedModel[]
}

/** The service itself, its database and the decoding of sound. */
const SERVICE_MIB = 600
const DISK_RESERVE_BYTES = 2 * 1024 ** 3
const TOLERABLE = { speech: 1, text: 3 }
const NOTHING: ReadonlySet<string> = new Set()

interface Known {
  /** What recognizes speech, where that is not the processor. */
  card?: CardFacts | null
  /** Files that are here: they need no room on the disk. */
  installed?: ReadonlySet<string>
  /** Models of no catalogue, judged beside those of the catalogue and never recommended. */
  own?: readonly OwnModel[]
}

export type OwnModel = JudgedModel & { kind: 'speech' | 'text' }

/** What of a model decides whether it does well. */
type JudgedModel = Pick<
  CatalogueModel,
  'name' | 'file' | 'sizeBytes' | 'aboutMiB' | 'shape' | 'quantization' | 'memoryMiB'
>

export function adviseModels(
  box: BoxFacts,
  measured: Measured,
  { card = null, installed = NOTHING, own = [] }: Known = {},
): Advice {
  const judge = (model: JudgedModel, kind: 'speech' | 'text', takenMiB: number) =>
    advise(model, kind, { box, measured, takenMiB, installed })
  const of = (kind: 'speech' | 'text', takenMiB: number) =>
    modelCatalogue
      .filter((model) => model.kind === kind)
      .map((model) => judge(model, kind, takenMiB))
  const speech = of('speech', SERVICE_MIB).map((model) => onCard(model, card))
  const heard = best(speech)
  // Both are loaded at once while a visit goes on.
  const takenBeside = SERVICE_MIB + (heard?.memoryMiB ?? 0)
  const text = of('text', takenBeside)
  return {
    box,
    models: [...speech, ...text, ...own.map((model) => judge(model, model.kind, takenBeside))],
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
export function largerSpeechModel({ speech }: Advice): string | null {
  return speech !== null && sizeOfShape(speech) > sizeOfShape(boxModel.name) ? speech : null
}

/**
 * The pair for this machine out of what can be had: the best of the catalogue's, else what is in
 * use. @param vouched a language model that no catalogue knows may be taken
 */
export function choosePair(
  models: readonly AdvisedModel[],
  available: readonly { name: string; known: boolean }[],
  { inUse, vouched }: { inUse: Pair; vouched: boolean },
): Pair {
  const among = (kind: 'speech' | 'text', known: boolean) =>
    best(
      models.filter(
        (model) =>
          model.kind === kind &&
          available.some((one) => one.name === model.name && one.known === known),
      ),
    )?.name ?? null
  return {
    speech: among('speech', true) ?? inUse.speech,
    text: among('text', true) ?? inUse.text ?? (vouched ? among('text', false) : null),
  }
}

/** Names; null: none does well, or none is in use. */
export interface Pair {
  speech: string | null
  text: string | null
}

/** The largest among those that do well: it knows most. */
function best(models: readonly AdvisedModel[]): AdvisedModel | undefined {
  const size = ({ name, memoryMiB }: AdvisedModel) => sizeOfShape(name) || (memoryMiB ?? 0)
  const good = models.filter(({ verdict }) => verdict === 'good')
  // The fastest of the same shape, with less precise weights: the difference in words is next to
  // none.
  good.sort((one, other) => size(other) - size(one) || (other.speed ?? 0) - (one.speed ?? 0))
  return good[0]
}

/** Grows with the shape of a speech model; 0 for other kinds. */
function sizeOfShape(name: string): number {
  const shape = findModel(name)?.shape
  return shape ? relativeTime(shape, null) : 0
}

interface Surroundings {
  box: BoxFacts
  measured: Measured
  /** By what is loaded beside it. */
  takenMiB: number
  installed: ReadonlySet<string>
}

function advise(
  model: JudgedModel,
  kind: 'speech' | 'text',
  { box, measured, takenMiB, installed }: Surroundings,
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
  if (isTooLarge(memoryMiB, box))
    return {
      ...about,
      verdict: 'do not',
      why: `it would take ${memoryMiB} of the ${box.memoryMiB} MiB, too much beside the service`,
    }
  const isHere = model.file === boxModel.file || installed.has(model.file)
  const neededBytes = isHere ? 0 : (sizeBytes ?? 0) + DISK_RESERVE_BYTES
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
