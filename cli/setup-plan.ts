import { AppError, isAppError } from '../core/errors.ts'
import {
  type Advice,
  choosePair,
  type OwnModel,
  type Pair,
} from '../core/model-file/advise-models.ts'
import {
  type CatalogueModel,
  findModel,
  modelCatalogue,
  textMemoryMiB,
} from '../core/model-file/catalogue.ts'
import {
  type ImportItem,
  type ImportPlan,
  importModel,
  RULES,
} from '../core/model-file/import-model.ts'
import { type FitnessLevel, fitnessOf } from '../core/model-file/model-fitness.ts'
import type { ModelStore } from '../core/model-file/ports.ts'
import type { CliDeps, Flags } from './deps.ts'
import { bytes } from './format.ts'
import { fitnessWords } from './model-words.ts'
import { transferProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

const MIB = 1024 * 1024

/** Where models that are not here come from; null: nowhere, what is here has to do. */
export type SetupSource = { kind: 'folder'; path: string } | { kind: 'download' } | null

/** A model that can be had, and how. */
export interface Obtainable {
  name: string
  kind: 'speech' | 'text'
  how: 'here' | 'import' | 'download'
  /** In the models folder. */
  file: string
  known: CatalogueModel | null
  item: ImportItem | null
  /** Null: nobody published it. */
  sizeBytes: number | null
  memoryMiB: number | null
  /** What documents it is good for here; null: unproven, or of another kind. */
  fitness: FitnessLevel | null
}

/** What is in the models folder, with the model in the box. */
export async function obtainedModels(store: ModelStore): Promise<Obtainable[]> {
  const stored = await store.list()
  return stored.flatMap(({ file, sizeBytes, record }) => {
    const known = findModel(file) ?? null
    const name = known?.name ?? record?.name
    const kind = known?.kind ?? record?.kind
    if (!name || (kind !== 'speech' && kind !== 'text')) return []
    const memoryMiB = known?.memoryMiB ?? memoryOf(kind, sizeBytes)
    const fitness = fitnessOf(record)
    const about = { name, kind, file, known, item: null, sizeBytes, memoryMiB, fitness } as const
    return [{ ...about, how: 'here' as const }]
  })
}

/** What a folder holds, recognised by its bytes; what no catalogue knows is named by its file. */
export async function importableModels(
  deps: CliDeps,
  store: ModelStore,
  flags: Flags,
  path: string,
): Promise<{ models: Obtainable[]; skipped: ImportPlan['skipped'] }> {
  const { terminal, now, signal } = deps
  const line = terminal.progress('recognising')
  const onProgress = transferProgress(line, () => now().getTime())
  const trySpeech = async (file: string) => deps.tryModel(flags, { kind: 'speech', file })
  const { items, skipped } = await importModel({ store, now, trySpeech })
    .plan(path, null, { signal, onProgress, nameOf })
    .finally(() => line.end())
  const models = items.flatMap((item): Obtainable[] => {
    const { name, kind, file, catalogued: known, sizeBytes, speech, installed } = item
    if (installed || kind === 'vad') return []
    const memoryMiB = known?.memoryMiB ?? speech?.memoryMiB ?? memoryOf(kind, sizeBytes)
    const about = { name, kind, file, known, item, sizeBytes, memoryMiB }
    return [{ ...about, how: 'import', fitness: null }]
  })
  return { models, skipped }
}

export function downloadableModels(advice: Advice): Obtainable[] {
  return modelCatalogue.flatMap((known): Obtainable[] => {
    const { name, kind, file, memoryMiB, repository } = known
    if (kind === 'vad' || repository === null) return []
    const sizeBytes = advice.models.find((one) => one.name === name)?.sizeBytes ?? null
    const about = { name, kind, file, known, item: null, sizeBytes, memoryMiB }
    return [{ ...about, how: 'download', fitness: null }]
  })
}

/** As `modelAdvice` judges them: those of no catalogue. */
export function ownModels(models: readonly Obtainable[]): OwnModel[] {
  return models.flatMap(({ name, kind, file, known, item, sizeBytes, memoryMiB }) => {
    if (known) return []
    const shape = item?.speech?.shape ?? null
    const quantization = item?.speech?.quantization ?? ''
    return [{ name, kind, file, sizeBytes, aboutMiB: null, shape, quantization, memoryMiB }]
  })
}

/**
 * One of each kind; null: nothing of that kind is to be done, or rules write.
 * @param asked by name; `rules` for documents without a language model
 * @throws {AppError} `model_not_there`
 */
export function chosenPair(
  models: readonly Obtainable[],
  advice: Advice,
  { asked, inUse, vouched }: { asked: Asked; inUse: Pair; vouched: boolean },
): Record<'speech' | 'text', Obtainable | null> {
  const available = models.map(({ name, known }) => ({ name, known: known !== null }))
  const pair = choosePair(advice.models, available, { inUse, vouched })
  const find = (kind: 'speech' | 'text') => {
    const name = asked[kind] ?? pair[kind]
    if (name === null || name === RULES) return null
    // What is here is not fetched again.
    const here = models.find((one) => one.name === name && one.how === 'here')
    const found = here ?? models.find((one) => one.name === name)
    if (found?.kind === kind) return found
    // What is in use and in no folder of ours stays as it is.
    if (asked[kind] === undefined) return null
    const there = models.filter((one) => one.kind === kind).map((one) => one.name)
    throw new AppError(
      'not-found',
      'model_not_there',
      `No ${kind} model "${name}" is there. There are: ${there.join(', ') || 'none'}.`,
    )
  }
  return { speech: find('speech'), text: find('text') }
}

export type Asked = Partial<Record<'speech' | 'text', string>>

/** @throws {AppError} `disk_full`: before anything is fetched */
export async function refuseWithoutRoom(
  store: ModelStore,
  steps: readonly Obtainable[],
): Promise<void> {
  const fetched = steps.filter(({ how }) => how !== 'here')
  const needed = fetched.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
  const free = await store.freeBytes()
  if (needed === 0 || free - needed >= RESERVE_BYTES) return
  const mib = (value: number) => Math.ceil(value / MIB)
  throw new AppError(
    'rejected',
    'disk_full',
    `Not enough room: ${mib(needed)} MiB are needed and ${mib(RESERVE_BYTES)} MiB must stay free, but the disk of the data folder has ${mib(free)} MiB. Remove a model (svcctl model list --installed) or enlarge the disk. Nothing was changed.`,
  )
}

/** Room that must stay free for the database and recordings. */
const RESERVE_BYTES = 512 * MIB

function memoryOf(kind: 'speech' | 'text', sizeBytes: number): number | null {
  return kind === 'text' ? textMemoryMiB(sizeBytes / MIB) : null
}

/** "Qwen2.5 Coder.gguf" → "qwen2.5-coder" */
function nameOf(sourcePath: string): string {
  const file = sourcePath.slice(sourcePath.lastIndexOf('/') + 1).toLowerCase()
  const plain = file.replace(/\.(?:bin|gguf)$/, '').replace(/[^a-z0-9._-]/g, '-')
  return plain.replace(/^[._-]+/, '').slice(0, 60) || 'model'
}

export interface Outcome {
  name: string
  kind: 'speech' | 'text'
  /** False: it is here, and was proven fit for nothing. */
  used: boolean
  fitness: FitnessLevel | null
  words: string
}

export function isDone({ name, kind, how, fitness }: Obtainable, inUse: Pair): boolean {
  if (how !== 'here') return false
  if (kind === 'speech') return inUse.speech === name
  // What is fit for nothing is not taken again.
  return fitness === 'nothing' || (fitness !== null && inUse.text === name)
}

export function planTable(terminal: Terminal, steps: readonly Obtainable[], inUse: Pair): string {
  return terminal.table(steps, [
    { header: 'FOR', cell: ({ kind }) => (kind === 'speech' ? 'speech' : 'documents') },
    { header: 'MODEL', cell: ({ name }) => name },
    { header: 'SIZE', cell: sizeWords, align: 'right' },
    {
      header: 'MEMORY',
      cell: ({ memoryMiB }) => (memoryMiB === null ? '?' : `~${bytes(memoryMiB * MIB)}`),
      align: 'right',
    },
    { header: 'STEPS', cell: (one) => stepWords(one, inUse), shrinks: 'wraps' },
    {
      header: 'LICENCE',
      cell: ({ known }) => known?.licence.name ?? 'not known',
      below: true,
      shrinks: true,
    },
  ])
}

function sizeWords({ sizeBytes, how }: Obtainable): string {
  if (sizeBytes === null) return '?'
  return `${how === 'download' ? '~' : ''}${bytes(sizeBytes)}`
}

function stepWords(one: Obtainable, inUse: Pair): string {
  const { how, kind, fitness } = one
  if (isDone(one, inUse))
    return fitness === 'nothing' ? 'is here, not fit for documents: stays unused' : 'is in use'
  const steps: string[] = how === 'here' ? [] : [how]
  if (kind === 'text' && fitness === null) steps.push('prove')
  return [...steps, 'use'].join(', ')
}

export function present(one: Obtainable, inUse: Pair) {
  const { name, kind, how, known, sizeBytes, memoryMiB, fitness } = one
  const licence = known?.licence.name ?? null
  const inUseAlready = isDone(one, inUse) && fitness !== 'nothing'
  return { name, kind, how, sizeBytes, memoryMiB, licence, fitness, inUse: inUseAlready }
}

export function outcomeWords({ name, kind, used, fitness, words }: Outcome): string {
  if (!used)
    return `${name} is here and not fit for documents on this machine: rules go on writing. To remove it: svcctl model remove ${name}`
  if (kind === 'speech') return `${name} understands speech now. ${words}`.trim()
  return `${name} is in use for documents (${fitnessWords(fitness)}). ${words}`.trim()
}

/** After one that broke off. */
export function goesOnWords(done: readonly Outcome[], error: unknown): string {
  const kept = done.filter(({ used }) => used).map(({ name }) => name)
  const what = kept.length > 0 ? `${kept.join(', ')}: in use. ` : ''
  const again = isAppError(error) ? 'When that is mended, the same command' : 'The same command'
  return `${what}${again} goes on from here: svcctl model setup`
}
