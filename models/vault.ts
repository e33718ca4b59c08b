/**
 * The key vault. The master key is a file beside the database, never in it: a stolen database opens nothing, and
 * a backup of the data without `keys/` is unreadable. It wraps one data key per consultation; destroying that row makes the
 * consultation's audio unreadable wherever copies of the files are.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequelize } from 'sequelize'
import { AppError } from '../core/errors.ts'
import type { ConsultationVault, Sealer } from '../core/vault/ports.ts'
import { ConsultationKey } from './consultation-key.ts'
import { sealer } from './seal.ts'

const KEY_BYTES = 32
const OTHERS = 0o077

/**
 * Opens the master key, making it when there is none.
 * @param keysDir made with 0700 when missing
 * @throws {AppError} `key_permissions` when others may read it, `vault_damaged` when it is no key
 */
export async function openMasterKey(keysDir: string): Promise<Sealer> {
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  const path = join(keysDir, 'master.key')
  await createOnce(keysDir, path)
  await refuseSharedFile(path)
  return sealer(await readKey(path))
}

export function consultationVault(deps: {
  sequelize: Sequelize
  sealer: Sealer
  now: () => Date
}): ConsultationVault {
  const keys = ConsultationKey.attach(deps.sequelize)
  const contextOf = (consultationId: string) => `consultation-key:${consultationId}`

  async function findKey(consultationId: string): Promise<Uint8Array | null> {
    const row = await keys.findByPk(consultationId)
    return row && deps.sealer.open(row.sealedKey, contextOf(consultationId))
  }

  return {
    findKey,
    async keyFor(consultationId) {
      const existing = await findKey(consultationId)
      if (existing) return existing
      const sealedKey = Buffer.from(
        deps.sealer.seal(randomBytes(KEY_BYTES), contextOf(consultationId)),
      )
      // Two at once: the first row wins, and both read it.
      await keys.bulkCreate([{ consultationId, sealedKey, createdAt: deps.now() }], {
        ignoreDuplicates: true,
      })
      const made = await findKey(consultationId)
      if (!made) throw new Error('consultation key vanished')
      return made
    },
    async destroyKey(consultationId) {
      // Overwritten first, so that the freed page does not keep it.
      await keys.update(
        { sealedKey: Buffer.alloc(1 + 12 + KEY_BYTES + 16) },
        { where: { consultationId } },
      )
      await keys.destroy({ where: { consultationId } })
    },
    async verify() {
      const row = await keys.findOne()
      if (row) deps.sealer.open(row.sealedKey, contextOf(row.consultationId))
    },
  }
}

/** A key that is half written after a crash is refused by its length, never replaced: it might be the only one. */
async function createOnce(keysDir: string, path: string): Promise<void> {
  let file: FileHandle
  try {
    file = await open(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  try {
    await file.writeFile(randomBytes(KEY_BYTES))
    await file.sync()
  } finally {
    await file.close()
  }
  const directory = await open(keysDir, 'r')
  await directory.sync().finally(() => directory.close())
}

async function refuseSharedFile(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & OTHERS) === 0) return
  throw new AppError(
    'unavailable',
    'key_permissions',
    `The master key ${path} can be read by others. Run: chmod 600 ${path}`,
  )
}

async function readKey(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  const key = await file.readFile().finally(() => file.close())
  if (key.length === KEY_BYTES) return key
  throw new AppError(
    'unavailable',
    'vault_damaged',
    `The master key ${path} is damaged (${key.length} of ${KEY_BYTES} bytes). Restore it from a backup of the keys folder.`,
  )
}
