/** What of this box must not be readable in what leaves it: its secrets, and names people gave. */

import { readdir, readFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { dataFolder } from '../../config/data-folder.ts'
import { settingFlags } from '../../config/describe-settings.ts'
import type { Config } from '../../config/settings.ts'
import { silentLog } from '../../core/log.ts'
import { findModel } from '../../core/model-file/catalogue.ts'
import type { Known } from '../../core/support/blot.ts'
import { keysFolder } from '../keys-folder.ts'
import { openAdmin } from '../open-admin.ts'
import type { Platform } from '../platform.ts'
import { boxModelFile } from '../speech-files.ts'

/** A passphrase or a key is no longer. */
const LONGEST_SECRET_BYTES = 16_384

/** What cannot be read is not in anything that is gathered by the same hand, either. */
export async function knownHere(config: Config, platform: Platform): Promise<Known> {
  const [fromFiles, keys, named, models] = await Promise.all([
    secretFiles(config),
    masterKeys(config),
    names(config, platform).catch(() => ({ names: [], origins: [] })),
    ownModels(config, platform).catch(() => []),
  ])
  const typed = [config.metricsToken, config.speechRemoteKey, config.generatorRemoteKey]
  const passwords = [config.databaseUrl, config.rndsProxy].flatMap(passwordsOf)
  const secrets = [...typed, ...passwords, config.masterKeyCommand, ...fromFiles, ...keys]
  return {
    secrets: secrets.filter((one) => one !== null),
    names: [...named.names, ...models],
    places: placesOf(config, platform),
    hosts: [hostname(), ...hostsIn(Object.values(config)), ...hostsIn(named.origins)],
  }
}

async function secretFiles(config: Config): Promise<string[]> {
  const paths = [
    config.masterKeyPassphraseFile,
    config.backupPassphraseFile,
    config.speechRemoteKeyFile,
    config.generatorRemoteKeyFile,
    config.tlsKeyFile,
  ]
  const texts = await Promise.all(
    paths.map(async (path) => {
      const bytes = path === null ? null : await readFile(path).catch(() => null)
      return bytes && bytes.length <= LONGEST_SECRET_BYTES ? bytes.toString('utf8') : ''
    }),
  )
  // Of a key in PEM each line is one.
  return texts.flatMap((text) => text.split('\n')).filter((line) => !line.startsWith('-----'))
}

/** As they could be written down. */
async function masterKeys(config: Config): Promise<string[]> {
  const folders = new Set([keysFolder(config), dataFolder(config.dataDir).keys])
  const found: Buffer[] = []
  for (const keys of folders)
    for (const file of await readdir(keys).catch(() => []))
      if (file.endsWith('.key'))
        found.push(await readFile(join(keys, file)).catch(() => Buffer.alloc(0)))
  return found.flatMap((key) => [
    key.toString('hex'),
    key.toString('base64'),
    key.toString('base64url'),
  ])
}

/** A password as it is typed in an address, and as it is meant. */
function passwordsOf(address: string | null): string[] {
  const at = address?.lastIndexOf('@') ?? -1
  if (!address || at < 0) return []
  const user = address.slice(address.indexOf('://') + 3, at)
  const typed = user.includes(':') ? user.slice(user.indexOf(':') + 1) : ''
  return [typed, decoded(typed)]
}

function decoded(typed: string): string {
  try {
    return decodeURIComponent(typed)
  } catch {
    return typed
  }
}

async function names(config: Config, platform: Platform) {
  await using admin = await openAdmin(config, platform, { log: silentLog })
  const organizations = await admin.access.listOrganizations()
  const within = await Promise.all(
    organizations.map(async ({ id }) => {
      const [users, keys, hooks] = await Promise.all([
        admin.access.listUsers(id),
        admin.access.listKeys(id),
        admin.webhooks.endpoints.list(id),
      ])
      return [...users, ...keys, ...hooks].map(({ name }) => name)
    }),
  )
  return {
    names: [...organizations.map(({ name }) => name), ...within.flat()],
    origins: organizations.flatMap(({ allowedOrigins }) => allowedOrigins),
  }
}

/** Folders that are called by what they are for, and files by the setting that names them. */
function placesOf(config: Config, { installRoot }: Platform) {
  const values: Record<string, unknown> = { ...config }
  const named = settingFlags().flatMap(({ key, isPath }) => {
    const path = values[key]
    return isPath && typeof path === 'string' && isAbsolute(path) ? [{ path, called: key }] : []
  })
  return [{ path: installRoot, called: 'program' }, { path: homedir(), called: 'home' }, ...named]
}

function hostsIn(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value !== 'string' || !value.includes('://') || !URL.canParse(value)) return []
    return [new URL(value).hostname]
  })
}

/** An administrator has named those. */
async function ownModels({ dataDir }: Config, platform: Platform): Promise<string[]> {
  const folder = dataFolder(dataDir).models
  const store = modelStore({ folder, now: platform.now, box: boxModelFile(platform) })
  const own = (await store.list()).filter(({ file }) => !findModel(file))
  return own.flatMap(({ file, record }) => [file, record?.name ?? file])
}
