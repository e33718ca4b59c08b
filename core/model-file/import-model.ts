import { AppError } from '../errors.ts'
import {
  boxModel,
  type CatalogueModel,
  findModel,
  type ModelKind,
  modelCatalogue,
} from './catalogue.ts'
import { describeSpeech, type SpeechFacts } from './list-models.ts'
import { HEADER_BYTES, type ModelHeader, readModelHeader } from './model-header.ts'
import type { ModelRecord, ModelStore, StoredModel, TransferOptions } from './ports.ts'
import { refuseWithoutLicence } from './pull-model.ts'
import type { ModelTrial } from './use-model.ts'

export interface ImportItem {
  sourcePath: string
  sizeBytes: number
  sha256: string
  name: string
  kind: ModelKind
  /** Its name in the models folder. */
  file: string
  /** null: in no catalogue. Whoever imports it vouches for it. */
  catalogued: CatalogueModel | null
  /** Facts of a Whisper file that no catalogue knows; else null. */
  speech: SpeechFacts | null
  /** How such a file did when it was tried; null: it was not. */
  trial: ModelTrial | null
  installed: boolean
}

export interface ImportPlan {
  items: ImportItem[]
  /** Model-like files that are left where they are, and why. */
  skipped: { sourcePath: string; reason: string }[]
}

/** Means no language model at all (`svcctl model use rules`). */
export const RULES = 'rules'

interface Deps {
  store: ModelStore
  now: () => Date
  /**
   * Tries a speech model with the real engine; null where the machine has no memory for it now.
   * @throws {AppError} `model_probe_failed`, `model_does_not_hear`
   */
  trySpeech(path: string, facts: SpeechFacts): Promise<ModelTrial | null>
}

/**
 * Taking models from a path, a USB stick say: recognised by SHA-256, else by their first bytes and
 * a given name.
 */
export function importModel({ store, now, trySpeech }: Deps) {
  return {
    /**
     * @param name for one file that no catalogue knows; `nameOf` gives one to each of several
     * @throws {AppError} `model_source_empty`, `model_not_recognised`, `model_cut_short`,
     * `model_altered`, `model_english_only`, `model_name_needed`, `model_name_not_allowed`,
     * `model_name_taken`, `model_probe_failed`, `model_does_not_hear`
     */
    async plan(
      path: string,
      name: string | null,
      { nameOf, ...options }: TransferOptions & { nameOf?(sourcePath: string): string },
    ): Promise<ImportPlan> {
      const candidates = await store.candidates(path)
      if (candidates.length === 0)
        throw new AppError('not-found', 'model_source_empty', `No .bin or .gguf file at ${path}.`)
      const plan: ImportPlan = { items: [], skipped: [] }
      const alone = candidates.length === 1
      for (const candidate of candidates) {
        const sha256 = await store.digest(candidate.path, options)
        const catalogued = modelCatalogue.find((model) => model.sha256 === sha256) ?? null
        try {
          const header = catalogued ? null : await headerOf(candidate.path)
          if (!catalogued) await refuseDamaged(candidate, header)
          const given = alone ? name : null
          const about = catalogued ?? describe(header, given ?? nameOf?.(candidate.path) ?? null)
          if (!catalogued) await refuseTaken(about)
          const here = await store.find(about.file)
          const installed = catalogued === boxModel || here?.record?.sha256 === sha256
          const { name: title, kind, file } = about
          const { path: sourcePath, sizeBytes } = candidate
          const speech = header?.format === 'whisper' ? describeSpeech(header, sizeBytes) : null
          const trial = speech && !installed ? await trySpeech(sourcePath, speech) : null
          const source = { sourcePath, sizeBytes, sha256, name: title, kind, file }
          plan.items.push({ ...source, catalogued, speech, trial, installed })
        } catch (error) {
          if (alone || !(error instanceof AppError)) throw error
          plan.skipped.push({ sourcePath: candidate.path, reason: error.message })
        }
      }
      return plan
    },

    /** @throws {AppError} `licence_not_accepted`, and as `ModelStore.copyIn` */
    async apply(
      item: ImportItem,
      { licenceAccepted, ...options }: TransferOptions & { licenceAccepted: boolean },
    ): Promise<StoredModel> {
      const licence = item.catalogued?.licence ?? null
      if (licence) refuseWithoutLicence(item.name, licence, licenceAccepted)
      const stored = await store.copyIn(item, options)
      const record: ModelRecord = {
        name: item.name,
        kind: item.kind,
        sha256: item.sha256,
        sizeBytes: stored.sizeBytes,
        modifiedMs: stored.modifiedMs,
        verifiedAt: now().toISOString(),
        source: item.sourcePath,
        licence: licence?.id ?? null,
        licenceAcceptedAt: licence?.acceptanceNeeded ? now().toISOString() : null,
      }
      await store.keepRecord(item.file, record)
      return { ...stored, record }
    },
  }

  /**
   * A damaged copy must not come in as somebody's own model: who has no other is told to copy it
   * again, not to give it a name.
   */
  async function refuseDamaged(
    { path, sizeBytes }: { path: string; sizeBytes: number },
    header: ModelHeader | null,
  ): Promise<void> {
    const meant = namedAs(path)
    const again = meant?.repository ? `, or: svcctl model pull ${meant.name}` : ''
    if (header && (await store.isCutShort(path, header)))
      throw new AppError(
        'rejected',
        'model_cut_short',
        `This file was cut short: it ends after ${sizeBytes} bytes, and its own beginning says that it goes on. Copy it again${again}.`,
      )
    if (meant)
      throw new AppError(
        'rejected',
        'model_altered',
        `This file has the name of ${meant.name} and is not that model: its SHA-256 is another. The copy is damaged, or somebody changed it. Copy it again${again}. If it is a model of your own, give the file another name first.`,
      )
  }

  /** Refuses one name in two files, of which either could be meant. */
  async function refuseTaken({ name, file }: { name: string; file: string }): Promise<void> {
    const other = (await store.list()).find((one) => one.file !== file && one.record?.name === name)
    if (!other) return
    throw new AppError(
      'conflict',
      'model_name_taken',
      `${other.file} is called ${name} already. Choose another name, or remove that one: svcctl model remove ${name}`,
    )
  }

  async function headerOf(path: string): Promise<ModelHeader | null> {
    return readModelHeader(await store.head(path, HEADER_BYTES))
  }
}

/** The model whose file it is by its name; null: its name says nothing. */
function namedAs(path: string): CatalogueModel | null {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return findModel(file) ?? findModel(file.replace(/\.(?:bin|gguf)$/i, '')) ?? null
}

function describe(header: ModelHeader | null, name: string | null) {
  if (!header)
    throw new AppError(
      'rejected',
      'model_not_recognised',
      'This is no model this product can run: its first bytes are neither a whisper (ggml) nor a GGUF header. Was the copy cut short?',
    )
  if (header.format === 'whisper' && !header.multilingual)
    throw new AppError(
      'rejected',
      'model_english_only',
      'This speech model knows English only. Take the multilingual file (without ".en" in its name).',
    )
  if (!name)
    throw new AppError(
      'invalid',
      'model_name_needed',
      'No catalogue knows this file. To import it all the same, by itself and under a name of your own: svcctl model import FILE --name my-model',
    )
  if (!/^[a-z0-9][a-z0-9._-]{0,60}$/.test(name) || name === RULES || findModel(name))
    throw new AppError(
      'invalid',
      'model_name_not_allowed',
      'A name has 1 to 61 lower-case letters, digits, dots, dashes or underscores, and is neither in the catalogue nor "rules".',
    )
  const kind: ModelKind = ({ whisper: 'speech', vad: 'vad', gguf: 'text' } as const)[header.format]
  return { name, kind, file: `${name}.${header.format === 'gguf' ? 'gguf' : 'bin'}` }
}
