import { AppError } from '../errors.ts'
import {
  boxModel,
  type CatalogueModel,
  findModel,
  type ModelKind,
  modelCatalogue,
} from './catalogue.ts'
import type { ActiveModels } from './list-models.ts'
import { provenBefore } from './model-fitness.ts'
import type { ModelStore, StoredModel, TransferOptions } from './ports.ts'

export interface Verification {
  name: string
  file: string
  /** `unknown`: neither the catalogue nor an import says what its digest should be. */
  result: 'ok' | 'changed' | 'unknown'
  sha256: string
  expected: string | null
}

interface Deps {
  store: ModelStore
  now: () => Date
}

export type VerifyModel = ReturnType<typeof verifyModel>

/** Reads a whole file again and compares its SHA-256; a good one is remembered as proven. */
export function verifyModel({ store, now }: Deps) {
  return {
    /** @throws {AppError} `model_not_installed` */
    async one(name: string, options: TransferOptions): Promise<Verification> {
      return verify(await getInstalled(store, name), options)
    },
    async all(options: TransferOptions): Promise<Verification[]> {
      const results: Verification[] = []
      for (const stored of await store.list()) results.push(await verify(stored, options))
      return results
    },
  }

  async function verify(stored: StoredModel, options: TransferOptions): Promise<Verification> {
    const { file, path, record } = stored
    const catalogued = findModel(file)
    const expected = catalogued?.sha256 ?? record?.sha256 ?? null
    const sha256 = await store.digest(path, options)
    const name = catalogued?.name ?? record?.name ?? file
    const result = expected === null ? 'unknown' : expected === sha256 ? 'ok' : 'changed'
    const kind: ModelKind | undefined = catalogued?.kind ?? record?.kind
    if (result === 'ok' && kind)
      await store.keepRecord(file, {
        name,
        kind,
        sha256,
        sizeBytes: stored.sizeBytes,
        modifiedMs: stored.modifiedMs,
        verifiedAt: now().toISOString(),
        source: record?.source ?? 'found in the models folder',
        licence: record?.licence ?? catalogued?.licence.id ?? null,
        licenceAcceptedAt: record?.licenceAcceptedAt ?? null,
        ...provenBefore(record, sha256),
      })
    return { name, file, result, sha256, expected }
  }
}

/** @throws {AppError} `model_unknown` */
export function getModel(name: string): CatalogueModel {
  const model = findModel(name)
  if (model) return model
  const near = modelCatalogue.filter((one) => one.name.includes(name.toLowerCase()))
  const hint =
    near.length > 0
      ? ` Did you mean ${near.map((one) => one.name).join(', ')}?`
      : ' See: svcctl model list'
  throw new AppError('not-found', 'model_unknown', `No model is called "${name}".${hint}`)
}

/**
 * A model that is in the folder, by its catalogue name, its own name or its file name. @throws
 * {AppError} `model_not_installed`
 */
async function getInstalled(store: Pick<ModelStore, 'list'>, name: string): Promise<StoredModel> {
  const stored = await store.list()
  const file = findModel(name)?.file
  const found =
    stored.find((model) => model.file === (file ?? name)) ??
    stored.find((model) => model.record?.name === name)
  if (found) return found
  const known = file ? `Download it: svcctl model pull ${name}` : 'See: svcctl model list'
  throw new AppError(
    'not-found',
    'model_not_installed',
    `The model "${name}" is not installed. ${known}`,
  )
}

interface RemoveDeps {
  store: ModelStore
  active: ActiveModels
}

/** Deletes a model file, or what an unfinished download of it left; never the active one. */
export function removeModel({ store, active }: RemoveDeps) {
  return {
    /** @throws {AppError} `model_not_installed`, `model_in_use`, `model_included` */
    async plan(name: string): Promise<{ file: string; sizeBytes: number }> {
      const partial = (await store.partials()).find(({ file }) => file === findModel(name)?.file)
      if (partial && !(await store.find(partial.file)))
        return { file: partial.file, sizeBytes: partial.receivedBytes }
      const { file, sizeBytes } = await getInstalled(store, name)
      if (file === boxModel.file)
        throw new AppError(
          'conflict',
          'model_included',
          `"${name}" is part of the program and stays with it.`,
        )
      if (file !== active.speech && file !== active.text) return { file, sizeBytes }
      throw new AppError(
        'conflict',
        'model_in_use',
        `"${name}" is the active model. Choose another first: svcctl model use <name>`,
      )
    },
    apply: ({ file }: { file: string }) => store.remove(file),
  }
}
