/**
 * What a bundle brought for the database lies in the data folder until it is taken in: install.sh
 * lays it there, `init` and a start look.
 */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Config } from '../config/settings.ts'
import {
  CARRIED,
  type CarriedData,
  parseCarried,
  type TakenIn,
} from '../core/bundle/carried-data.ts'
import { AppError } from '../core/errors.ts'
import { openAdmin } from './open-admin.ts'
import type { Platform } from './platform.ts'
import { hasDatabase } from './record-act.ts'

const pathIn = (dataDir: string) => join(dataDir, `from-bundle-${CARRIED}`)

export const bringsData = ({ dataDir }: Pick<Config, 'dataDir'>) => existsSync(pathIn(dataDir))

/** @param organizationId whose document models go along; null: nobody's */
export async function collectForBundle(
  config: Config,
  platform: Platform,
  organizationId: string | null,
): Promise<CarriedData> {
  await using admin = await openAdmin(config, platform)
  return await admin.carried.collect(organizationId)
}

/** Null: nothing was brought. @throws {AppError} `carried_data_damaged` */
export async function takeFromBundle(config: Config, platform: Platform): Promise<TakenIn | null> {
  if (!bringsData(config)) return null
  const path = pathIn(config.dataDir)
  const data = await readFile(path)
    .then(promisify(gunzip))
    .then((bytes) => parseCarried(String(bytes)))
    .catch((cause: unknown) => {
      throw new AppError(
        'rejected',
        'carried_data_damaged',
        `${path} cannot be read: what the bundle brought for the database was not taken in. Install the bundle again, or remove the file.`,
        { cause },
      )
    })
  // The installer laid it there: a folder that is meant, also before its first start.
  await using admin = await openAdmin(config, platform, { make: !hasDatabase(config) })
  const taken = await admin.carried.take(data)
  if (!taken.waits) await rm(path, { force: true })
  return taken
}
