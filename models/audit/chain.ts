/**
 * The chain in the database. Every addition reads the last link and writes the next ones in one
 * transaction that nobody else's can run beside: SQLite's transactions begin with the write lock,
 * and elsewhere a lock of the chain's own is taken. So the numbers have no gap and the chain no
 * fork, however many processes and nodes write.
 */

import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { QueryTypes, type Sequelize, type Transaction, UniqueConstraintError } from 'sequelize'
import { CHAIN_START, entryFields, placedText, type WordedEntry } from '../../core/audit/entry.ts'
import { STANDS_STILL_MS } from '../../core/node/node-facts.ts'
import { type AuditKeys, isSigned } from './keys.ts'

export interface ChainEnd {
  sequence: number
  mac: string
}

export interface AuditChain {
  /**
   * In a transaction of its own. Entries that are in the chain already are left out. @returns where
   * it ends now
   */
  add(entries: readonly WordedEntry[]): Promise<ChainEnd>
  /** With what `transaction` does: both, or neither. */
  addWithin(transaction: Transaction, entries: readonly WordedEntry[]): Promise<ChainEnd>
  end(transaction?: Transaction): Promise<ChainEnd>
  /** Null when there is no such entry. */
  macAt(sequence: number): Promise<string | null>
  /** Nobody else adds until `transaction` ends. */
  lock(transaction: Transaction): Promise<void>
}

/** Any number that is nobody else's. */
const LOCK = 7_305_614

export function auditChain({
  sequelize,
  keys,
}: {
  sequelize: Sequelize
  keys: Pick<AuditKeys, 'mac'>
}): AuditChain {
  const isSqlite = sequelize.getDialect() === 'sqlite'
  const insert = isSqlite ? sqliteInsert() : postgresInsert()

  async function end(transaction?: Transaction): Promise<ChainEnd> {
    const [last] = await sequelize.query<ChainEnd>(
      'SELECT sequence, mac FROM audit_entries ORDER BY sequence DESC LIMIT 1',
      { type: QueryTypes.SELECT, ...(transaction && { transaction }) },
    )
    return last ?? { sequence: 0, mac: CHAIN_START }
  }

  async function lock(transaction: Transaction) {
    if (isSqlite) return
    const limit = `set_config('idle_in_transaction_session_timeout', '${STANDS_STILL_MS}', true)`
    await sequelize.query(`SELECT pg_advisory_xact_lock(${LOCK}), ${limit}`, { transaction })
  }

  async function addWithin(transaction: Transaction, entries: readonly WordedEntry[]) {
    await lock(transaction)
    const last = await end(transaction)
    if (entries.length === 0) return last
    const { rows, end: now } = link(entries, last, keys)
    await sequelize.query(insert, { bind: [rows], transaction })
    return now
  }

  const addAll = (entries: readonly WordedEntry[]) =>
    sequelize.transaction((transaction) => addWithin(transaction, entries))

  /** Entries without those that another process chained for us, after taking us for dead. */
  async function withoutKnown(entries: readonly WordedEntry[]) {
    const known = await sequelize.query<{ id: string }>(
      'SELECT id FROM audit_entries WHERE id IN (:ids)',
      { type: QueryTypes.SELECT, replacements: { ids: entries.map(({ id }) => id) } },
    )
    const ids = new Set(known.map(({ id }) => id))
    return entries.filter(({ id }) => !ids.has(id))
  }

  return {
    end,
    lock,
    addWithin,
    async macAt(sequence) {
      const [entry] = await sequelize.query<{ mac: string }>(
        'SELECT mac FROM audit_entries WHERE sequence = :sequence',
        { type: QueryTypes.SELECT, replacements: { sequence } },
      )
      return entry?.mac ?? null
    },
    async add(entries) {
      try {
        return await addAll(entries)
      } catch (error) {
        if (!(error instanceof UniqueConstraintError)) throw error
        const rest = await withoutKnown(entries)
        if (rest.length === entries.length) throw error
        return addAll(rest)
      }
    },
  }
}

/**
 * @returns the rows as the statement reads them, put together from words that are there, and where
 * the chain ends then
 */
function link(
  entries: readonly WordedEntry[],
  last: ChainEnd,
  { mac }: Pick<AuditKeys, 'mac'>,
): { rows: string; end: ChainEnd } {
  let end = last
  const rows = entries.map((entry) => {
    const sequence = end.sequence + 1
    end = { sequence, mac: mac(placedText(entry, sequence, end.mac)) }
    return `[${sequence},${entry.fields},"${end.mac}"]`
  })
  return { rows: `[${rows.join(',')}]`, end }
}

const columns = ['sequence', ...entryFields, 'mac'] as const

const underscored = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * All rows as one JSON text: one statement to prepare, whatever their number. Each row is taken out
 * once, before its columns: read straight from `json_each`, SQLite words the whole row anew for
 * every column, which was half of what an entry costs.
 */
function sqliteInsert(): string {
  const values = columns.map((_, index) => `json_extract(entry, '$[${index}]')`)
  return `WITH rows(entry) AS MATERIALIZED (SELECT value FROM json_each($1))
    INSERT INTO audit_entries (${columns.map(underscored).join(', ')})
    SELECT ${values.join(', ')} FROM rows`
}

function postgresInsert(): string {
  const values = columns.map((name, index) =>
    name === 'sequence' ? `(value->>${index})::integer` : `value->>${index}`,
  )
  return `INSERT INTO audit_entries (${columns.map(underscored).join(', ')})
    SELECT ${values.join(', ')} FROM jsonb_array_elements($1::jsonb)`
}

const FILE = 'head.json'

export type HeadOnFile = { kind: 'none' } | { kind: 'broken' } | ({ kind: 'head' } & ChainEnd)

/**
 * Where this machine last saw the chain end, kept beside the database and signed: a database whose
 * newest entries were cut off says so itself, before the day is sealed. It may lag behind, never
 * lead.
 */
export async function writeAuditHead(
  folder: string,
  keys: Pick<AuditKeys, 'sign'>,
  { sequence, mac }: ChainEnd,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const signature = keys.sign(headText({ sequence, mac }))
  const path = join(folder, `${FILE}.${randomBytes(4).toString('hex')}.new`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ sequence, mac, signature })}\n`)
    // Renamed before its content is there, a power cut would leave an empty head, which looks like
    // a deed.
    await file.datasync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(path, join(folder, FILE))
}

export async function readAuditHead(
  folder: string,
  { publicKey }: Pick<AuditKeys, 'publicKey'>,
): Promise<HeadOnFile> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { kind: 'none' }
  try {
    const { sequence, mac, signature } = JSON.parse(text) as ChainEnd & { signature: string }
    // One spelling: a byte that changes nothing was changed all the same.
    if (text !== `${JSON.stringify({ sequence, mac, signature })}\n`) return { kind: 'broken' }
    if (!isSigned(headText({ sequence, mac }), signature, publicKey)) return { kind: 'broken' }
    return { kind: 'head', sequence, mac }
  } catch {
    return { kind: 'broken' }
  }
}

function headText({ sequence, mac }: ChainEnd): string {
  return JSON.stringify(['svc audit head 1', sequence, mac])
}
