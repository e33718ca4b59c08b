/**
 * A folder of models for other machines: files, their checksums and licences; any plain web server
 * or a USB stick carries it.
 */
import { AppError } from '../errors.ts'
import { boxModel, type CatalogueModel, findModel, modelCatalogue } from './catalogue.ts'
import type { ModelStore, StoredModel, TransferOptions } from './ports.ts'

export interface MirrorItem {
  name: string
  file: string
  path: string
  sha256: string
  sizeBytes: number
  licence: string
}

/** Where the folder is written. */
export interface MirrorFolder {
  /**
   * Whole and with this digest, or not at all; one that is there already is left. @throws
   * {AppError} `model_checksum_mismatch`, `disk_full`
   */
  put(item: MirrorItem, options: TransferOptions): Promise<void>
  write(file: string, text: string): Promise<void>
}

/** @throws {AppError} `model_not_installed` for a name that is not here, or nothing at all */
export async function planMirror(
  store: Pick<ModelStore, 'list'>,
  names: readonly string[],
): Promise<MirrorItem[]> {
  const stored = await store.list()
  const chosen = names.length === 0 ? modelCatalogue : names.map((name) => findModel(name))
  const items = chosen.flatMap((model, index) => {
    const here = stored.find(({ file }) => file === model?.file)
    if (model && here) return [itemOf(model, here)]
    if (names.length > 0) throw notInstalled(names[index] ?? '')
    return []
  })
  // The model in the box comes with the product everywhere.
  const wanted = items.filter(({ file }) => names.length > 0 || file !== boxModel.file)
  if (wanted.length === 0) throw notInstalled(null)
  return wanted
}

/** `SHA256SUMS` is what `sha256sum -c` reads. */
export async function writeMirror(
  folder: MirrorFolder,
  items: readonly MirrorItem[],
  options: (item: MirrorItem) => TransferOptions,
): Promise<void> {
  for (const item of items) await folder.put(item, options(item))
  await folder.write('SHA256SUMS', items.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(''))
  const licences = items.map(({ file, licence }) => `${file}: ${licence}\n`).join('')
  await folder.write('LICENCES.txt', licences)
}

function itemOf(model: CatalogueModel, { path, sizeBytes }: StoredModel): MirrorItem {
  const { name, file, sha256, licence } = model
  return {
    name,
    file,
    path,
    sha256,
    sizeBytes,
    licence: `${licence.name}${licence.url ? ` ${licence.url}` : ''}`,
  }
}

function notInstalled(name: string | null): AppError {
  return new AppError(
    'not-found',
    'model_not_installed',
    name === null
      ? 'No model of the catalogue is installed here. Get one first: svcctl model pull <name>'
      : `The model "${name}" is not installed here. See: svcctl model list --installed`,
  )
}
