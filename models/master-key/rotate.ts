/**
 * A new master key takes the old one's place, beside a running server or without one. The new key's
 * file is on the disk first; then one transaction seals everything anew and says which key is in
 * force; then the old key's file goes. Wherever it breaks off, the key that the database names has
 * its file, and nothing is sealed by another.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { AppError, isAppError } from '../../core/errors.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { auditKeyContext } from '../audit/keys.ts'
import { INDEX_KEY_CONTEXT } from '../vault/blind-index.ts'
import { sealer } from '../vault/seal.ts'
import { webhookSettingsContext } from '../webhook/endpoints.ts'
import { fingerprintOf, removeKeyFile, writeKeyFile } from './key-files.ts'
import { type KeyAccess, type KeySource, newKey } from './key-sources.ts'
import { fingerprintInForce, type Keyring, MASTER_CONTEXT } from './keyring.ts'
import { settleMasterKey } from './read-master-key.ts'

/**
 * Every column that the master key seals, and what each value is bound to; a test compares the list
 * with the schema.
 */
export const sealedByMaster: readonly {
  table: string
  key: string
  column: string
  contextOf(key: string): string
  /**
   * It can be had again, and goes where the key in force does not open it: an earlier version, to
   * which somebody went back, changed the key without these rows.
   */
  isReplaceable?: true
}[] = [
  {
    table: 'consultation_keys',
    key: 'consultation_id',
    column: 'sealed_key',
    contextOf: (id) => `consultation-key:${id}`,
  },
  {
    table: 'signing_keys',
    key: 'id',
    column: 'sealed_secret',
    contextOf: (id) => `signing-key:${id}`,
  },
  {
    table: 'rnds_certificates',
    key: 'organization_id',
    column: 'sealed_body',
    contextOf: (id) => `rnds-certificate:${id}`,
  },
  {
    table: 'rnds_professionals',
    key: 'user_id',
    column: 'sealed_body',
    contextOf: (id) => `rnds-professional:${id}`,
    isReplaceable: true,
  },
  {
    table: 'rnds_roles',
    key: 'id',
    column: 'sealed_body',
    contextOf: (id) => `rnds-roles:${id}`,
    isReplaceable: true,
  },
  {
    table: 'audit_keys',
    key: 'id',
    column: 'sealed_key',
    contextOf: auditKeyContext,
  },
  {
    table: 'webhook_endpoints',
    key: 'id',
    column: 'sealed_settings',
    contextOf: webhookSettingsContext,
  },
  {
    table: 'extension_keys',
    key: 'id',
    column: 'sealed_key',
    contextOf: (id) => `extension-key:${id}`,
  },
]

/** So many rows in one statement. */
const BATCH = 400

interface Deps {
  sequelize: Sequelize
  keysDir: string
  keyring: Keyring
  /** How the new key is got at or protected. */
  access: KeyAccess
  now: () => Date
}

export interface Rotation {
  from: string
  to: string
  source: KeySource
  /** Keys and secrets that were sealed anew. */
  sealed: number
}

/**
 * @throws {AppError} `vault_changed` when another rotation was faster, and as `newKey`; then
 * nothing has changed
 */
export async function rotateMasterKey(deps: Deps, source: KeySource): Promise<Rotation> {
  const { sequelize, keysDir, keyring, access } = deps
  const from = keyring.fingerprint
  const { key, content } = await newKey(source, access)
  const to = fingerprintOf(key)
  if (to === from)
    throw new AppError(
      'conflict',
      'vault_unchanged',
      'The command prints the key that is in force already: have it print the new one first.',
    )
  const path = await writeKeyFile(keysDir, to, content)
  let sealed = 0
  try {
    sealed = await sequelize.transaction((transaction) =>
      sealAnew(deps, { from: keyring, to: sealer(key) }, to, transaction),
    )
  } catch (error) {
    // The commit may have gone through all the same: then this file is the one that counts.
    if (path && (await fingerprintInForce(sequelize)) === from) await removeKeyFile(path)
    throw error
  }
  await settleMasterKey(keysDir, to)
  // A passphrase is not asked for again: whoever holds this keyring is about to end.
  await keyring.refresh().catch(() => false)
  return { from, to, source, sealed }
}

async function sealAnew(
  { sequelize, keyring, now }: Deps,
  sealers: { from: Sealer; to: Sealer },
  fingerprint: string,
  transaction: Transaction,
): Promise<number> {
  const { from, to } = sealers
  const again = (sealed: Uint8Array, context: string) =>
    Buffer.from(to.seal(from.open(sealed, context), context))
  const [changed] = await sequelize.query(
    `UPDATE vault_keys SET fingerprint = :fingerprint, sealed_secret = :proof, created_at = :at
     WHERE name = 'master' AND fingerprint = :before RETURNING name`,
    {
      transaction,
      replacements: {
        fingerprint,
        proof: Buffer.from(to.seal(Buffer.from(fingerprint), MASTER_CONTEXT)),
        at: now(),
        before: keyring.fingerprint,
      },
    },
  )
  if (changed.length !== 1)
    throw new AppError(
      'conflict',
      'vault_changed',
      'Another process has changed the master key meanwhile. Look: svcctl vault status',
    )

  const [index] = await sequelize.query<{ sealed_secret: Buffer }>(
    "SELECT sealed_secret FROM vault_keys WHERE name = 'index'",
    { transaction, type: QueryTypes.SELECT },
  )
  if (index)
    await sequelize.query("UPDATE vault_keys SET sealed_secret = :sealed WHERE name = 'index'", {
      transaction,
      replacements: { sealed: again(index.sealed_secret, INDEX_KEY_CONTEXT) },
    })

  // PostgreSQL takes bytes that stand in a CASE for text.
  const bytesType = sequelize.getDialect() === 'sqlite' ? 'BLOB' : 'BYTEA'
  let count = index ? 1 : 0
  for (const { table, key, column, contextOf, isReplaceable } of sealedByMaster) {
    const all = await sequelize.query<{ id: string; sealed: Buffer }>(
      `SELECT ${key} AS id, ${column} AS sealed FROM ${table}`,
      { transaction, type: QueryTypes.SELECT },
    )
    const lost = isReplaceable
      ? all.filter((row) => !opens(from, row.sealed, contextOf(row.id)))
      : []
    if (lost.length > 0)
      await sequelize.query(`DELETE FROM ${table} WHERE ${key} IN (:ids)`, {
        transaction,
        replacements: { ids: lost.map(({ id }) => id) },
      })
    const rows = all.filter((row) => !lost.includes(row))
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH)
      const cases = batch
        .map((_, i) => `WHEN :id${i} THEN CAST(:sealed${i} AS ${bytesType})`)
        .join(' ')
      const replacements = Object.fromEntries(
        batch.flatMap(({ id, sealed }, i) => [
          [`id${i}`, id],
          [`sealed${i}`, again(sealed, contextOf(id))],
        ]),
      )
      await sequelize.query(
        `UPDATE ${table} SET ${column} = CASE ${key} ${cases} END WHERE ${key} IN (:ids)`,
        { transaction, replacements: { ...replacements, ids: batch.map(({ id }) => id) } },
      )
    }
    count += rows.length
  }
  return count
}

function opens(by: Sealer, sealed: Uint8Array, context: string): boolean {
  try {
    by.open(sealed, context)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'vault_damaged') return false
    throw error
  }
}
