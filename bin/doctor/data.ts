/**
 * What `svcctl doctor` asks of the data folder beyond single paths. Nothing is changed but by
 * `giveToOwner`; what is made for a measure goes again.
 */

import { existsSync } from 'node:fs'
import { lchown, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { QueryTypes, type Sequelize } from 'sequelize'
import type { Config } from '../../config/settings.ts'
import { isAppError } from '../../core/errors.ts'
import { openDatabase } from '../../models/database/database.ts'
import { fingerprintInForce, openKeyring } from '../../models/master-key/keyring.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { keysFolder } from '../keys-folder.ts'
import { masterKeyAccess } from '../master-key-access.ts'
import { unhinderedMs } from './probes.ts'

/** Sound lies three levels deep: consultation, recording, channel. */
const DEEPEST = 4
const TOLD = 3

/** What belongs to another account than the folder itself. */
export async function foreignFiles(dataDir: string): Promise<{ count: number; first: string[] }> {
  const found: string[] = []
  const top = await lstat(dataDir).catch(() => null)
  if (top) await look(dataDir, top.uid, 1, found)
  return { count: found.length, first: found.slice(0, TOLD) }
}

async function look(folder: string, uid: number, depth: number, found: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      const about = await lstat(path).catch(() => null)
      if (about && about.uid !== uid) found.push(path)
      if (entry.isDirectory() && depth < DEEPEST) await look(path, uid, depth + 1, found)
    }),
  )
}

/**
 * Everything in the data folder to the account whose the folder is. Of a folder of root's nobody
 * can tell which account it is meant for.
 */
export async function giveToOwner(dataDir: string): Promise<void> {
  const { uid, gid } = await lstat(dataDir)
  if (uid === 0) throw new Error('the data folder itself belongs to root: give it to the service')
  if (process.geteuid?.() !== 0) throw new Error('only root can give files away')
  for await (const path of below(dataDir)) {
    const about = await lstat(path).catch(() => null)
    if (about && about.uid !== uid) await lchown(path, uid, gid)
  }
}

/** Links are named and not followed. */
async function* below(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    yield path
    if (entry.isDirectory()) yield* below(path)
  }
}

/** Folders of recordings that the database knows nothing of. */
export async function orphanSound(audioDir: string, sequelize: Sequelize): Promise<string[]> {
  const folders = (await subfolders(audioDir)).filter((name) => /^[0-9a-f-]{36}$/.test(name))
  if (folders.length === 0) return []
  const rows = await sequelize.query<{ id: string }>('SELECT id FROM recordings', {
    type: QueryTypes.SELECT,
  })
  const known = new Set(rows.map(({ id }) => id))
  const orphans = await Promise.all(
    folders.map(async (consultation) => {
      const recordings = await subfolders(join(audioDir, consultation))
      return recordings.filter((id) => !known.has(id)).map((id) => join(audioDir, consultation, id))
    }),
  )
  return orphans.flat().sort()
}

async function subfolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

const COMMITS = 8

/**
 * Of small commits, in ms: under the settings of SQLite on a database of their own beside the real
 * one; on PostgreSQL a word in its log that nobody reads, which is flushed as every commit is. Null
 * where it takes none.
 */
export async function commitMs({ databaseUrl, dataDir }: Config): Promise<number | null> {
  if (!databaseUrl.startsWith('sqlite:')) return postgresCommitMs(databaseUrl)
  const path = join(dataDir, `.doctor-${process.pid}.sqlite`)
  try {
    const { sequelize, close } = await openDatabase({ url: `sqlite:${path}` })
    try {
      await sequelize.query('CREATE TABLE t (n INTEGER)')
      return await unhinderedMs(COMMITS, () => sequelize.query('INSERT INTO t VALUES (1)'))
    } finally {
      await close()
    }
  } finally {
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true })
  }
}

async function postgresCommitMs(url: string): Promise<number | null> {
  const database = await openDatabase({ url }).catch(() => null)
  if (!database) return null
  try {
    // A word in the server's log is flushed as every commit is, and changes no table.
    return await unhinderedMs(COMMITS, () =>
      database.sequelize.query("SELECT pg_logical_emit_message(true, 'svc', 'doctor')"),
    )
  } catch (error) {
    if (isAppError(error)) return null
    throw error
  } finally {
    await database.close()
  }
}

/**
 * Opens the key and something that it sealed. null: nothing is sealed yet. Nobody is asked for a
 * passphrase.
 */
export async function masterKeyFits(
  config: Config,
  now: () => Date,
): Promise<{ issue: string | null } | null> {
  const { databaseUrl } = config
  if (databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length)))
    return null
  const keys = keysFolder(config)
  // Opening the keyring would make a key where none is: a lost one is another check's.
  if (!existsSync(join(keys, 'master.key')) && !existsSync(join(keys, 'master.json'))) return null
  const database = await openDatabase({ url: databaseUrl, toRead: true })
  try {
    const { sequelize } = database
    if ((await database.pendingMigrations()).length > 0) return null
    const access = { ...masterKeyAccess(config), askPassphrase: null }
    const sealer = await openKeyring({ sequelize, keysDir: keys, access })
    await consultationVault({ sequelize, sealer, now }).verify()
    const inForce = await fingerprintInForce(sequelize)
    return { issue: inForce === null || inForce === sealer.fingerprint ? null : 'another_key' }
  } catch (error) {
    return { issue: isAppError(error) ? error.code : 'it does not open' }
  } finally {
    await database.close()
  }
}
