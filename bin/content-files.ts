/** Where sound and files lie, as the settings say: in the data folder, and in a store behind it. */
import { readFileSync } from 'node:fs'
import type { Config } from '../config/settings.ts'
import { AppError } from '../core/errors.ts'
import { type AudioFiles, nodeFiles } from '../models/audio/files.ts'
import { folderPlace, type PlaceContent, storePlace } from '../models/store/content-place.ts'
import type { S3Options, S3Place } from '../models/store/s3-store.ts'
import { tieredFiles } from '../models/store/tiered-files.ts'

export type StoreConfig = Pick<Config, 'dataDir'> &
  Partial<
    Pick<
      Config,
      'storeUrl' | 'storeEndpoint' | 'storeRegion' | 'storeKeyId' | 'storeKey' | 'storeKeyFile'
    >
  >

export function contentFiles(config: StoreConfig): AudioFiles {
  const { storeUrl, dataDir } = config
  return !storeUrl ? nodeFiles : tieredFiles(dataDir, () => openStore(config, storeUrl))
}

/** Where sound and files come to rest: in the store, where one is configured. */
export function contentPlace(config: StoreConfig): PlaceContent {
  const { storeUrl, dataDir } = config
  return !storeUrl ? folderPlace(dataDir) : storePlace(() => openStore(config, storeUrl))
}

/** @param url `s3://bucket/prefix` @throws {AppError} `store_settings` */
export async function openStore(config: StoreConfig, url: string, options: S3Options = {}) {
  const { openS3Store } = await import('../models/store/s3-store.ts')
  return openS3Store(s3Place(config, url), options)
}

function s3Place(config: StoreConfig, url: string): S3Place {
  const [bucket = '', ...steps] = url.slice('s3://'.length).split('/')
  const secretAccessKey = config.storeKey ?? readKey(config.storeKeyFile ?? null)
  if (!config.storeKeyId || secretAccessKey === null)
    throw new AppError(
      'invalid',
      'store_settings',
      'The store needs storeKeyId, and its secret in storeKeyFile (or SVC_STORE_KEY).',
    )
  return {
    bucket,
    prefix: steps.filter((step) => step !== '').join('/'),
    endpoint: config.storeEndpoint ?? null,
    region: config.storeRegion ?? 'us-east-1',
    accessKeyId: config.storeKeyId,
    secretAccessKey,
  }
}

function readKey(path: string | null): string | null {
  if (path === null) return null
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError(
      'invalid',
      'store_settings',
      `The file of the store's secret (storeKeyFile ${path}) cannot be read.`,
      { cause },
    )
  }
}
