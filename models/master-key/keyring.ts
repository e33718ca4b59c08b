/**
 * The master key as a running process holds it. `svcctl vault rotate` may change the key beside it:
 * the database says which one is in force, in the same transaction in which everything was sealed
 * anew, and who holds another reads it again.
 */
import { QueryTypes, type Sequelize, Transaction } from 'sequelize'
import { AppError } from '../../core/errors.ts'
import type { MasterKey, Sealer } from '../../core/vault/ports.ts'
import { VaultKeyRow } from '../vault/blind-index.ts'
import { sealer } from '../vault/seal.ts'
import { FILE_ONLY, type KeyAccess, type KeySource } from './key-sources.ts'
import { type ReadMasterKey, readMasterKey } from './read-master-key.ts'

export interface Keyring extends MasterKey {
  readonly source: KeySource
  /**
   * Looks whether another key is in force and takes it up. @returns whether it did @throws
   * {AppError} as `readMasterKey`
   */
  refresh(): Promise<boolean>
  /**
   * Within `transaction` nobody changes the key any more. True also where the database does not
   * say.
   */
  isInForce(transaction: Transaction): Promise<boolean>
}

const NAME = 'master'
export const MASTER_CONTEXT = 'vault-key:master'

interface Deps {
  sequelize: Sequelize
  keysDir: string
  access?: KeyAccess
}

/** Opens the key that the database says is in force. The schema may be older than that. */
export async function openKeyring({
  sequelize,
  keysDir,
  access = FILE_ONLY,
}: Deps): Promise<Keyring> {
  let held = await readMasterKey({ keysDir, access, inForce: await fingerprintInForce(sequelize) })
  let own = sealer(held.key)
  // A person is asked once, not in the middle of the night.
  const unasked = { ...access, askPassphrase: null }

  function take(read: ReadMasterKey) {
    held = read
    own = sealer(read.key)
  }

  return {
    get fingerprint() {
      return held.fingerprint
    },
    get source() {
      return held.source
    },
    seal: (...args: Parameters<Sealer['seal']>) => own.seal(...args),
    open: (...args: Parameters<Sealer['open']>) => own.open(...args),
    async refresh() {
      const inForce = await fingerprintInForce(sequelize)
      if (inForce === null || inForce === held.fingerprint) return false
      take(await readMasterKey({ keysDir, access: unasked, inForce }))
      return true
    },
    async isInForce(transaction) {
      const row = await VaultKeyRow.attach(sequelize).findByPk(NAME, {
        transaction,
        lock: Transaction.LOCK.SHARE,
      })
      return !row || row.fingerprint === held.fingerprint
    },
  }
}

/** Null where the schema, or its first start, is older than the record. */
export async function fingerprintInForce(sequelize: Sequelize): Promise<string | null> {
  const tables = await sequelize.getQueryInterface().showAllTables()
  if (!tables.includes('vault_keys')) return null
  const [row] = await sequelize.query<{ fingerprint: string }>(
    `SELECT fingerprint FROM vault_keys WHERE name = '${NAME}'`,
    { type: QueryTypes.SELECT },
  )
  return row?.fingerprint ?? null
}

/**
 * Writes down which key is in force, once it is known to open this database. @throws {AppError}
 * `vault_damaged`
 */
export async function adoptMasterKey(
  sequelize: Sequelize,
  master: MasterKey,
  now: () => Date,
): Promise<void> {
  const rows = VaultKeyRow.attach(sequelize)
  const { fingerprint } = master
  // Looked for first: who only reads does not wait for whoever writes.
  let row = await rows.findByPk(NAME)
  if (!row) {
    await rows.bulkCreate(
      [{ name: NAME, fingerprint, sealedSecret: proofBy(master, fingerprint), createdAt: now() }],
      { ignoreDuplicates: true },
    )
    row = await rows.findByPk(NAME, { rejectOnEmpty: true })
  }
  const proof = Buffer.from(master.open(row.sealedSecret, MASTER_CONTEXT)).toString('utf8')
  if (proof === fingerprint) return
  throw new AppError('unavailable', 'vault_damaged', 'The record of the master key was altered.')
}

function proofBy(master: Sealer, fingerprint: string): Buffer {
  return Buffer.from(master.seal(Buffer.from(fingerprint), MASTER_CONTEXT))
}
