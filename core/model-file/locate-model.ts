import { AppError } from '../errors.ts'
import { type CatalogueModel, findModel, modelCatalogue } from './catalogue.ts'
import type { ModelStore, StoredModel } from './ports.ts'

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
export async function getInstalled(
  store: Pick<ModelStore, 'list'>,
  name: string,
): Promise<StoredModel> {
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
