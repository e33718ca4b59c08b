import { type CatalogueModel, type ModelKind, modelCatalogue, sizeOf } from './catalogue.ts'
import { type Box, type Fit, type Measured, modelFit } from './model-fit.ts'
import { type FitnessLevel, fitnessOf } from './model-fitness.ts'
import { HEADER_BYTES, readModelHeader, type WhisperHeader } from './model-header.ts'
import type { ModelStore, PartialModel, StoredModel } from './ports.ts'
import { coresForLive, type ShapeName, shapeName, speechMemoryMiB } from './speech-shape.ts'

/** By shape, the larger names first: one is part of another. */
const SPEECH: [RegExp, string][] = [
  [/-large-v3-turbo/, 'close to large-v3, several times as fast'],
  [/-large-v3/, 'the fewest wrong words, for strong machines'],
  [/-medium/, 'few wrong words'],
  [/-small/, 'small machines: some wrong words'],
  [/-base/, 'the smallest machines: many wrong words in drug names'],
  [/-tiny/, 'for trying out, many wrong words'],
]

/** What a model of the catalogue is for, in a few words. */
export function modelPurpose({ name, kind }: Pick<CatalogueModel, 'name' | 'kind'>): string {
  if (kind === 'vad') return 'finds where somebody speaks'
  if (kind === 'speech') return SPEECH.find(([shape]) => shape.test(name))?.[1] ?? 'speech to text'
  if (name.startsWith('medgemma')) return 'writes documents; trained on medical text'
  if (name.endsWith('-extract')) return 'writes documents; trained to extract data'
  return 'writes documents'
}

/** Files the settings name: a file in the models folder, or a path elsewhere. */
export interface ActiveModels {
  speech: string
  text: string | null
}

export interface ListedModel {
  name: string
  kind: ModelKind | 'unknown'
  /** What it is for, in a few words; null where nobody knows. */
  purpose: string | null
  file: string
  installed: boolean
  /** The settings name it. */
  active: boolean
  sizeBytes: number | null
  /** Bytes received of a download that was begun. */
  receivedBytes: number | null
  /** `proven`: its SHA-256 agreed and the file has not changed since. */
  proof: 'proven' | 'unproven'
  licence: string | null
  licenceAcceptanceNeeded: boolean
  quantization: string | null
  memoryMiB: number | null
  fit: Fit
  /** Whether it is of the pair that does best on this machine. */
  recommended: boolean
  /** What documents a language model is good for here; null: unproven, or of another kind. */
  fitness: FitnessLevel | null
  /** False: put here by hand, not in the catalogue. */
  known: boolean
}

interface Deps {
  store: Pick<ModelStore, 'list' | 'partials' | 'head'>
  box: Box & { avx2?: boolean }
  active: ActiveModels
  /** What was measured on this machine. */
  measured?: Measured
  /** Names of the pair that does best here. */
  recommended?: readonly (string | null)[]
}

/** Every model of the catalogue, and every model-like file in the folder. */
export function listModels(deps: Deps) {
  const { store, active } = deps
  return async (): Promise<ListedModel[]> => {
    const [stored, partials] = await Promise.all([store.list(), store.partials()])
    const isActive = (file: string) => file === active.speech || file === active.text
    const catalogued = modelCatalogue.map((model) =>
      ofCatalogue(model, stored, partials, deps, isActive(model.file)),
    )
    const own = stored.filter(({ file }) => !modelCatalogue.some((model) => model.file === file))
    const listed = own.map((model) => ofFolder(model, deps, isActive(model.file)))
    return [...catalogued, ...(await Promise.all(listed))]
  }
}

function ofCatalogue(
  model: CatalogueModel,
  stored: StoredModel[],
  partials: PartialModel[],
  { box, measured, recommended = [] }: Deps,
  active: boolean,
): ListedModel {
  const here = stored.find(({ file }) => file === model.file)
  return {
    name: model.name,
    kind: model.kind,
    purpose: modelPurpose(model),
    file: model.file,
    installed: here !== undefined,
    active,
    sizeBytes: here?.sizeBytes ?? sizeOf(model),
    receivedBytes: partials.find(({ file }) => file === model.file)?.receivedBytes ?? null,
    proof: here?.record?.sha256 === model.sha256 ? 'proven' : 'unproven',
    licence: model.licence.name,
    licenceAcceptanceNeeded: model.licence.acceptanceNeeded,
    quantization: model.quantization,
    memoryMiB: model.memoryMiB,
    fit: modelFit(model, box, measured),
    recommended: recommended.includes(model.name),
    fitness: fitnessOf(here?.record),
    known: true,
  }
}

async function ofFolder(
  { file, path, sizeBytes, record }: StoredModel,
  { store, box }: Pick<Deps, 'store' | 'box'>,
  active: boolean,
): Promise<ListedModel> {
  const header = readModelHeader(await store.head(path, HEADER_BYTES))
  const speech = header?.format === 'whisper' ? describeSpeech(header, sizeBytes) : null
  return {
    name: record?.name ?? file,
    kind: record?.kind ?? (speech ? 'speech' : 'unknown'),
    purpose: speech?.like ? modelPurpose({ name: `-${speech.like}`, kind: 'speech' }) : null,
    file,
    installed: true,
    active,
    sizeBytes,
    receivedBytes: null,
    proof: record ? 'proven' : 'unproven',
    licence: record?.licence ?? null,
    licenceAcceptanceNeeded: false,
    quantization: speech?.quantization ?? null,
    memoryMiB: speech?.memoryMiB ?? null,
    fit: speech ? modelFit(speech, box) : 'unknown',
    recommended: false,
    fitness: fitnessOf(record),
    known: false,
  }
}

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
