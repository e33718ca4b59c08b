import { AppError, isAppError } from '../errors.ts'
import { boxModel, type CatalogueModel, sizeOf } from './catalogue.ts'
import { getModel } from './installed-model.ts'
import type { Licence } from './licences.ts'
import { type Box, type Fit, modelFit } from './model-fit.ts'
import type { ModelStore, StoredModel, TransferOptions } from './ports.ts'

export interface PullPlan {
  name: string
  file: string
  url: string
  sha256: string
  licence: Licence
  /** By its weights where nobody published it; null: the source will say. */
  sizeBytes: number | null
  receivedBytes: number
  freeBytes: number
  fit: Fit
  /** Nothing to do: it is here, and proven. */
  installed: boolean
}

interface Deps {
  store: ModelStore
  box: Box
  /**
   * `https://huggingface.co`, a mirror with the same paths, or any folder of files on a web server.
   */
  mirror: string
  now: () => Date
}

/** Where the catalogue's models are published; none without a repository there. */
const HUB = 'https://huggingface.co'

/** Room that must stay free for the database and recordings, in bytes. */
const RESERVE_BYTES = 512 * 1024 * 1024

/** Downloading a model of the catalogue: `plan` looks, `pull` does (DESIGN §7). */
export function pullModel({ store, box, mirror, now }: Deps) {
  return {
    /** @throws {AppError} `model_unknown`, `model_included`, `model_import_only`, `disk_full` */
    async plan(name: string): Promise<PullPlan> {
      const model = getModel(name)
      const [here, partials, freeBytes] = await Promise.all([
        store.find(model.file),
        store.partials(),
        store.freeBytes(),
      ])
      const installed = here?.record?.sha256 === model.sha256
      const receivedBytes = partials.find(({ file }) => file === model.file)?.receivedBytes ?? 0
      const sizeBytes = sizeOf(model)
      if (!installed) refuseWithoutRoom((sizeBytes ?? 0) - receivedBytes, freeBytes)
      return {
        name: model.name,
        file: model.file,
        url: addressOf(model, mirror),
        sha256: model.sha256,
        licence: model.licence,
        sizeBytes,
        receivedBytes,
        freeBytes,
        fit: modelFit(model, box),
        installed,
      }
    },

    /** @throws {AppError} `licence_not_accepted`, and as `ModelStore.download` */
    async pull(
      plan: PullPlan,
      { licenceAccepted, ...options }: TransferOptions & { licenceAccepted: boolean },
    ): Promise<StoredModel> {
      refuseWithoutLicence(plan.name, plan.licence, licenceAccepted)
      const model = getModel(plan.name)
      const target = { ...plan, sizeBytes: model.sizeBytes }
      const { url, stored } = await store
        .download(target, options)
        .then((one) => ({ url: plan.url, stored: one }))
        .catch(async (error: unknown) => {
          // A mirror may also be one folder of files, as `model mirror create` writes it.
          if (!isAppError(error) || error.code !== 'model_not_at_source') throw error
          const flat = `${mirror}/${plan.file}`
          return { url: flat, stored: await store.download({ ...target, url: flat }, options) }
        })
      await store.keepRecord(plan.file, {
        name: model.name,
        kind: model.kind,
        sha256: model.sha256,
        sizeBytes: stored.sizeBytes,
        modifiedMs: stored.modifiedMs,
        verifiedAt: now().toISOString(),
        source: url,
        licence: model.licence.id,
        licenceAcceptedAt: model.licence.acceptanceNeeded ? now().toISOString() : null,
      })
      return stored
    },
  }
}

/** @throws {AppError} `licence_not_accepted` */
export function refuseWithoutLicence(name: string, licence: Licence, accepted: boolean) {
  if (!licence.acceptanceNeeded || accepted) return
  throw new AppError(
    'forbidden',
    'licence_not_accepted',
    `"${name}" comes under the ${licence.name} (${licence.url}). Read it, then run the command again with --accept-licence.`,
  )
}

function refuseWithoutRoom(neededBytes: number, freeBytes: number) {
  if (freeBytes - neededBytes >= RESERVE_BYTES) return
  const mib = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new AppError(
    'rejected',
    'disk_full',
    `Not enough room: ${mib(neededBytes)} MiB are needed and ${mib(RESERVE_BYTES)} MiB must stay free, but the disk of the data folder has ${mib(freeBytes)} MiB. Remove a model (svcctl model list) or enlarge the disk.`,
  )
}

/** What the hub lacks, a folder that `model mirror create` wrote may hold all the same. */
function addressOf({ repository, name, file }: CatalogueModel, mirror: string): string {
  if (repository) return `${mirror}/${repository}/resolve/main/${file}`
  if (file !== boxModel.file && mirror !== HUB) return `${mirror}/${file}`
  if (file !== boxModel.file)
    throw new AppError(
      'rejected',
      'model_import_only',
      `"${name}" is recognised when it is imported, but no source for a download is known: svcctl model import <path>`,
    )
  throw new AppError(
    'rejected',
    'model_included',
    `"${name}" comes with the product; there is nothing to download. Start using it: svcctl model use ${name}`,
  )
}
