/**
 * The seals of the days: made once for every machine that shares the database, and laid as files
 * beside each.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { placeless, worded } from '../../core/audit/entry.ts'
import { type DaySeal, readSeal, sealFacts, sealFileText, sealText } from '../../core/audit/seal.ts'
import { writeDurably } from '../durable-file.ts'
import type { AuditChain } from './chain.ts'
import type { AuditKeys } from './keys.ts'

interface Deps {
  sequelize: Sequelize
  chain: AuditChain
  keys: AuditKeys
  /** `audit/seals/` in the data folder. */
  folder: string
  now: () => Date
  newId: () => string
}

const DAY_MS = 86_400_000

export function auditSeals({ sequelize, chain, keys, folder, now, newId }: Deps) {
  async function inChain(transaction?: Transaction): Promise<DaySeal[]> {
    const rows = await sequelize.query<{ facts: string }>(
      `SELECT facts FROM audit_entries WHERE action = 'audit.sealed' ORDER BY sequence`,
      { type: QueryTypes.SELECT, ...(transaction && { transaction }) },
    )
    return rows.flatMap(({ facts }) => readSeal(facts) ?? [])
  }

  /** The last entry before `until` that no seal covers. */
  async function lastUnsealed(until: string, after: number, transaction: Transaction) {
    const [row] = await sequelize.query<{ sequence: number; mac: string; at: string }>(
      `SELECT sequence, mac, at FROM audit_entries
       WHERE sequence > :after AND at < :until ORDER BY sequence DESC LIMIT 1`,
      { type: QueryTypes.SELECT, replacements: { until, after }, transaction },
    )
    return row
  }

  /** Day of the earliest entry that no seal covers. */
  async function earliestUnsealedDay(after: number, transaction: Transaction) {
    const [row] = await sequelize.query<{ at: string | null }>(
      'SELECT MIN(at) AS at FROM audit_entries WHERE sequence > :after',
      { type: QueryTypes.SELECT, replacements: { after }, transaction },
    )
    return row?.at?.slice(0, 10)
  }

  /** One day more, the oldest that is over and not sealed. @returns whether there was one */
  function sealNext(): Promise<boolean> {
    return sequelize.transaction(async (transaction) => {
      await chain.lock(transaction)
      const before = await inChain(transaction)
      const newest = before.at(-1)
      const after = newest?.lastSequence ?? 0
      const earliest = await earliestUnsealedDay(after, transaction)
      const day = earliest && dayToSeal(earliest, before, now().toISOString().slice(0, 10))
      const last = day && (await lastUnsealed(nextDay(day), after, transaction))
      if (!last) return false
      const seal = signed(day, last, after, newest)
      await chain.addWithin(transaction, [entryOf(seal)])
      return true
    })
  }

  function signed(
    day: string,
    last: { sequence: number; mac: string },
    after: number,
    before: DaySeal | undefined,
  ): DaySeal {
    const unsigned = {
      day,
      lastSequence: last.sequence,
      lastMac: last.mac,
      count: last.sequence - after,
      previous: before ? createHash('sha256').update(sealFileText(before)).digest('hex') : null,
    }
    const signature = keys.sign(sealText(unsigned))
    return { format: 1, ...unsigned, publicKey: keys.publicKey, signature }
  }

  function entryOf(seal: DaySeal) {
    return worded(
      placeless(
        {
          actor: { kind: 'system', id: 'audit' },
          action: 'audit.sealed',
          subject: { kind: 'day', id: seal.day },
          organizationId: null,
          outcome: 'success',
          requestId: null,
          facts: sealFacts(seal),
        },
        { id: newId(), at: now(), ...keys },
      ),
    )
  }

  async function files(): Promise<{ day: string; text: string }[]> {
    const names = await readdir(folder).catch(noneIfMissing)
    const seals = names.sort().flatMap((name) => /^(.*)\.json$/.exec(name)?.[1] ?? [])
    return Promise.all(
      seals.map(async (day) => ({ day, text: await readFile(pathOf(day), 'utf8') })),
    )
  }

  const pathOf = (day: string) => join(folder, `${day}.json`)

  async function write({ day }: DaySeal, text: string) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeDurably(pathOf(day), text)
  }

  return {
    files,
    /**
     * Seals every day that is over, and lays the files that are not there. @returns how many days
     * were sealed now
     */
    async sealDays(): Promise<number> {
      let sealed = 0
      while (await sealNext()) sealed += 1
      const there = new Set((await files()).map(({ day }) => day))
      for (const seal of await inChain())
        if (!there.has(seal.day)) await write(seal, sealFileText(seal))
      return sealed
    },
  }
}

/**
 * Each day is sealed once. Where a clock that was wrong has sealed days to come, those that come in
 * between are sealed as ever; what is told twice over (a clock set back over midnight) waits for
 * the next.
 *
 * @param earliest the day of the earliest entry that no seal covers
 * @returns null: none is over that is not sealed
 */
function dayToSeal(earliest: string, before: readonly DaySeal[], today: string): string | null {
  const sealed = new Set(before.map(({ day }) => day))
  const newest = [...sealed]
    .filter((day) => day < today)
    .sort()
    .at(-1)
  const day = newest && earliest <= newest ? nextDay(newest) : earliest
  return day < today && !sealed.has(day) ? day : null
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
