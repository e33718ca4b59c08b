/**
 * Retention on rows and files. What goes is taken out of the database first, with its line in the
 * audit, in one short transaction; files go after it, and a mark on the row says so: what a crash
 * leaves between the two is found and finished (`removeLeftovers`).
 */
import { join } from 'node:path'
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import type { AuditAct } from '../../core/audit/ports.ts'
import { isAppError } from '../../core/errors.ts'
import type {
  Amount,
  CategoryState,
  Due,
  Erasing,
  RetentionStore,
  WaitReason,
} from '../../core/retention/ports.ts'
import type { RetentionCategory } from '../../core/retention/rules.ts'
import { directoryOf } from '../audio/audio-store.ts'
import { type AudioFiles, nodeFiles } from '../audio/files.ts'
import { OWN, retentionErasers } from './erasers.ts'
import { lockUnheld } from './holds.ts'
import { candidates, IS_DUE, IS_OLD } from './queries.ts'

interface Deps {
  sequelize: Sequelize
  audioDir: string
  filesDir: string
  /** Absent: those of this machine. */
  disk?: AudioFiles
  /** In the transaction that erases: the act is there exactly when that one is. */
  recordWithin(transaction: Transaction, act: AuditAct): Promise<void>
  now: () => Date
}

interface Candidate {
  id: string
  bytes: number | string
}

/** Free pages given back at once: some milliseconds of the write lock. */
const PAGES_AT_ONCE = 250

export function retentionStore(deps: Deps): RetentionStore {
  const { sequelize, audioDir, filesDir, disk = nodeFiles, recordWithin, now } = deps
  const isSqlite = sequelize.getDialect() === 'sqlite'
  const erasers = retentionErasers(sequelize, now)

  const replacementsOf = ({ organizationId, until, importedUntil }: Due) => ({
    organizationId,
    until,
    importedUntil: importedUntil ?? new Date(0),
  })

  function select<Found extends object>(
    sql: string,
    replacements: Record<string, unknown>,
    transaction?: Transaction,
  ): Promise<Found[]> {
    return sequelize.query<Found>(sql, {
      type: QueryTypes.SELECT,
      replacements,
      ...(transaction && { transaction }),
    })
  }

  async function erase(erasing: Erasing): Promise<{ items: number; bytes: number } | null> {
    const { category, consultationId, organizationId, rule, runId } = erasing
    const measured = await bytesOnDisk(category, consultationId)
    return sequelize.transaction(async (transaction) => {
      if (!(await lockUnheld(sequelize, consultationId, transaction))) return null
      const found = await select<Candidate>(
        `SELECT id, bytes FROM (${candidates[category]}) items WHERE ${OWN} AND ${IS_DUE} ORDER BY id`,
        { ...replacementsOf(erasing), consultationId },
        transaction,
      )
      if (found.length === 0) return null
      const ids = found.map(({ id }) => id)
      const items = await erasers[category](consultationId, ids, transaction)
      const bytes = ids.reduce((sum, id) => sum + (measured.get(id) ?? 0), 0)
      await recordWithin(transaction, {
        actor: { kind: 'system', id: 'retention' },
        action: 'retention.applied',
        subject: { kind: 'consultation', id: consultationId },
        organizationId,
        requestId: null,
        outcome: 'success',
        facts: { category, rule, run: runId, items, bytes, ids: ids.slice(0, 20).join(' ') },
      })
      return { items, bytes }
    })
  }

  /** By the name of a file or of a folder of files: what it occupies. */
  async function sizesIn(folder: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    for (const [path, sizeBytes] of await disk.sizes(folder)) {
      const [name = ''] = path.split('/')
      sizes.set(name, (sizes.get(name) ?? 0) + sizeBytes)
    }
    return sizes
  }

  async function bytesOnDisk(category: RetentionCategory, consultationId: string) {
    if (category === 'audio') return sizesIn(join(audioDir, consultationId))
    if (category === 'files') return sizesIn(join(filesDir, consultationId))
    return new Map<string, number>()
  }

  async function removeSounds(): Promise<number> {
    const rows = await select<{ id: string; consultation_id: string }>(
      `SELECT id, consultation_id FROM recordings
       WHERE sound_removed_at IS NULL AND sound_erased_at IS NOT NULL LIMIT 500`,
      {},
    )
    for (const { id: recordingId, consultation_id: consultationId } of rows) {
      await disk.remove(directoryOf(audioDir, { consultationId, recordingId }))
      await sequelize.query(
        'UPDATE recordings SET sound_removed_at = :at WHERE id = :recordingId',
        {
          replacements: { at: now(), recordingId },
        },
      )
    }
    return rows.length
  }

  /** Removes files of consultations that lost some lately: bytes without a row are nobody's. */
  async function removeFiles(): Promise<number> {
    const rows = await select<{ id: string }>(
      'SELECT id FROM consultations WHERE files_erased_at > :since',
      { since: new Date(now().getTime() - LEFTOVERS_MS) },
    )
    let removed = 0
    for (const { id: consultationId } of rows) {
      const folder = join(filesDir, consultationId)
      const names = await disk.list(folder)
      if (names.length === 0) continue
      const known = new Set(
        (await select<{ id: string }>(`SELECT id FROM files WHERE ${OWN}`, { consultationId })).map(
          ({ id }) => id,
        ),
      )
      // `<id>.<random>.part`: on its way in.
      for (const name of names.filter((one) => !known.has(one.split('.')[0] ?? one))) {
        await disk.remove(join(folder, name))
        removed += 1
      }
    }
    return removed
  }

  return {
    async state(due, keptFor): Promise<CategoryState> {
      const { organizationId, category } = due
      const rows = await select<Sum>(
        `SELECT waits, held, CASE WHEN ${IS_OLD} THEN 1 ELSE 0 END AS is_old, COUNT(*) AS items,
           COUNT(DISTINCT consultation_id) AS consultations, SUM(bytes) AS bytes, MIN(since) AS oldest,
           MIN(imported_since) AS oldest_imported
         FROM (${candidates[category]}) items GROUP BY waits, held, is_old`,
        replacementsOf(due),
      )
      const waiting: CategoryState['waiting'] = {}
      for (const { waits, items } of rows)
        if (waits !== null) waiting[waits] = (waiting[waits] ?? 0) + Number(items)
      const old = rows.filter((row) => row.waits === null && Number(row.is_old) === 1)
      return {
        organizationId,
        category,
        keptFor,
        waiting,
        due: amountOf(old.filter(({ held }) => Number(held) === 0)),
        held: amountOf(old.filter(({ held }) => Number(held) === 1)),
        kept: amountOf(rows),
      }
    },

    async listDue(due, limit) {
      const rows = await select<{ consultation_id: string }>(
        `SELECT consultation_id, MIN(COALESCE(since, imported_since)) AS first FROM (${candidates[due.category]}) items
         WHERE ${IS_DUE} GROUP BY consultation_id ORDER BY first LIMIT :limit`,
        { ...replacementsOf(due), limit },
      )
      return rows.map((row) => row.consultation_id)
    },

    erase: (erasing) =>
      erase(erasing).catch((error: unknown) => {
        // Placed between the plan and now.
        if (isAppError(error) && error.code === 'legal_hold') return null
        throw error
      }),

    removeLeftovers: async () => (await removeSounds()) + (await removeFiles()),

    async reclaim(signal) {
      if (!isSqlite) return
      const pragma = async (text: string) =>
        Number(
          Object.values((await select<Record<string, number>>(`PRAGMA ${text}`, {}))[0] ?? {})[0],
        )
      let before = Number.POSITIVE_INFINITY
      for (;;) {
        const free = await pragma('freelist_count')
        // A database from before retention gives nothing back; its free pages are used again.
        if (free === 0 || free >= before || signal.aborted) break
        before = free
        await sequelize.query(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`, {
          type: QueryTypes.SELECT,
        })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await pragma('wal_checkpoint(TRUNCATE)')
    },
  }
}

const LEFTOVERS_MS = 7 * 86_400_000

interface Sum {
  waits: WaitReason | null
  held: number | string
  is_old: number | string
  items: number | string
  consultations: number | string
  bytes: number | string | null
  oldest: string | Date | null
  oldest_imported: string | Date | null
}

function amountOf(rows: readonly Sum[]): Amount {
  const sum = (name: 'items' | 'consultations' | 'bytes') =>
    rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
  const first = (name: 'oldest' | 'oldest_imported') => {
    const times = rows.flatMap((row) => (row[name] === null ? [] : new Date(row[name]).getTime()))
    return times.length === 0 ? null : new Date(Math.min(...times))
  }
  return {
    items: sum('items'),
    consultations: sum('consultations'),
    bytes: sum('bytes'),
    oldest: first('oldest'),
    oldestImported: first('oldest_imported'),
  }
}
