import { Op, QueryTypes, type Sequelize, type Transaction, UniqueConstraintError } from 'sequelize'
import type {
  SubmissionStore,
  SubmissionSummary,
  ToldOfRecord,
  WaitingCount,
} from '../../core/rnds/ports.ts'
import type { SubmissionState } from '../../core/rnds/state.ts'
import type { Submission } from '../../core/rnds/submission.ts'
import type { WaitingCause } from '../../core/rnds/waiting.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { toAttempt, toRecord, toRow, waitingOf } from './submissions-body.ts'
import { AttemptRow, SubmissionRow } from './submissions-row.ts'
import { isFirst, submissionTurns } from './submissions-turns.ts'
import { submitKeys } from './submit-keys.ts'

interface Deps {
  sequelize: Sequelize
  seal: ConsultationSeal
  now?: () => Date
  /** In the transaction of what it tells of. */
  tell?: (told: ToldOfRecord, record: Submission, transaction: Transaction) => Promise<void>
}

/**
 * `SubmissionStore` on rows: each write names the version it was made for, and changes nothing when
 * it is another.
 */
export function submissionStore({
  sequelize,
  seal,
  now = () => new Date(),
  tell,
}: Deps): SubmissionStore {
  const Submissions = SubmissionRow.attach(sequelize)
  const Attempts = AttemptRow.attach(sequelize)
  const turns = submissionTurns({ sequelize, Submissions, now })
  const keys = submitKeys({ sequelize, seal, now })
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const open = (row: SubmissionRow) => toRecord(row, seal)

  /** Null instead of an error when somebody else was faster. */
  async function unlessOutrun<Result>(
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      return await sequelize.transaction(work)
    } catch (error) {
      if (error === OUTRUN || error instanceof UniqueConstraintError) return null
      throw error
    }
  }

  /** Changes the row if it still has this version. */
  async function write(
    { id, version }: { id: string; version: number },
    columns: Partial<SubmissionRow>,
    transaction: Transaction,
  ) {
    const [changed] = await Submissions.update(
      { ...columns, version: version + 1 },
      { where: { id, version }, transaction },
    )
    if (changed !== 1) throw OUTRUN
  }

  /** Of each, the calls that were to send or delete it. */
  async function countTries(ids: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    // Fewer than any database takes in one statement.
    for (let from = 0; from < ids.length; from += 500) {
      const where = { submissionId: ids.slice(from, from + 500), action: ['submit', 'delete'] }
      const groups = await Attempts.count({ where, group: ['submissionId'] })
      for (const { submissionId, count } of groups) counts.set(String(submissionId), count)
    }
    return counts
  }

  return {
    findKey: keys.findKey,
    keepKey: keys.keepKey,
    answerKey: keys.answerKey,

    async create(record, seen, key) {
      // Sealing may make a key, which is a write of its own: before the transaction, not inside it.
      const { consultationId, documentType } = record
      const columns = await toRow({ ...record, sequence: 0, version: 1 }, seal)
      const keep = key && (await keys.keeping(key, record.id))
      const sequence = await unlessOutrun(async (transaction) => {
        const where = { consultationId, documentType }
        const there = await Submissions.count({ where, transaction })
        if (there !== seen.length) throw OUTRUN
        for (const one of seen) await write(one, {}, transaction)
        const last = await Submissions.max<number | null, SubmissionRow>('sequence', {
          where: { consultationId },
          transaction,
        })
        const created = { ...columns, sequence: (last ?? 0) + 1 }
        await Submissions.create(created, { transaction })
        await keep?.(transaction)
        return created.sequence
      })
      return sequence === null ? null : { ...record, sequence, version: 1 }
    },

    async find(id) {
      const row = await Submissions.findByPk(id)
      return row ? open(row) : null
    },

    async listOfConsultation(consultationId) {
      const order: [string, string][] = [['sequence', 'ASC']]
      return Promise.all(
        (await Submissions.findAll({ where: { consultationId }, order })).map(open),
      )
    },

    async save(changed, attempts = [], told = null) {
      const rows = await Promise.all(changed.map((record) => toRow(record, seal)))
      return unlessOutrun(async (transaction) => {
        for (const { id, version, ...columns } of rows)
          await write({ id, version }, columns, transaction)
        for (const { codes, ...attempt } of attempts)
          await Attempts.upsert({ ...attempt, codes: JSON.stringify(codes) }, { transaction })
        const [first] = changed
        if (told && first) await tell?.(told, first, transaction)
        return changed.map((record) => ({ ...record, version: record.version + 1 }))
      })
    },

    async claim(id, owner, leaseMs) {
      const row = await Submissions.findOne({
        where: { [Op.and]: [{ id }, turns.isFree(), isFirst()] },
      })
      if (!row) return null
      const lease = { leaseOwner: owner, leaseExpiresAt: inMs(leaseMs) }
      const { version } = row
      const [changed] = await Submissions.update(
        { ...lease, version: version + 1 },
        { where: { id, version } },
      )
      return changed === 1 ? open(row.set({ ...lease, version: version + 1 })) : null
    },

    nextDue: turns.nextDue,
    nextDueInMs: turns.nextDueInMs,
    bringForward: turns.bringForward,

    async isBehind(id) {
      return (await Submissions.count({ where: { [Op.and]: [{ id }, isFirst()] } })) === 0
    },

    async postpone(id, delayMs) {
      const later = { dueAt: inMs(delayMs), ...NO_LEASE, ...OWN_FAULT }
      await Submissions.update(
        { ...later, waitingSince: now(), version: sequelize.literal('version + 1') },
        { where: { id } },
      )
    },

    async releaseLeasesOf(isGone) {
      const held = await Submissions.findAll({
        attributes: ['id', 'leaseOwner', 'version'],
        where: { leaseOwner: { [Op.ne]: null } },
      })
      let released = 0
      for (const { id, leaseOwner, version } of held) {
        if (leaseOwner === null || !isGone(leaseOwner)) continue
        const [changed] = await Submissions.update(
          { ...NO_LEASE, version: version + 1 },
          { where: { id, version } },
        )
        released += changed
      }
      return released
    },

    async doubtPending(since) {
      const [changed] = await Submissions.update(
        { inDoubtSince: since, version: sequelize.literal('version + 1') },
        { where: { state: 'pending', inDoubtSince: null } },
      )
      return changed
    },

    async listAttempts(submissionId) {
      const order: [string, string][] = [
        ['startedAt', 'ASC'],
        ['endedAt', 'ASC'],
      ]
      return (await Attempts.findAll({ where: { submissionId }, order })).map(toAttempt)
    },

    async countByState() {
      const counts = { pending: 0, accepted: 0, rejected: 0, replaced: 0, deleted: 0 }
      const groups = await Submissions.count({ group: ['state'] })
      for (const { state, count } of groups) counts[state as SubmissionState] = count
      return counts
    },

    countWaiting: () => waitingCounts(sequelize),

    async list({ organizationId, state, consultationId, cause, since, limit }) {
      const rows = await Submissions.findAll({
        attributes: { exclude: ['sealedBody'] },
        where: {
          ...(organizationId !== undefined && { organizationId }),
          ...(state !== undefined && { state }),
          ...(consultationId !== undefined && { consultationId }),
          ...(cause !== undefined && { waitingCause: cause }),
          ...(since !== undefined && { submittedAt: { [Op.gte]: since } }),
        },
        order: [
          ['submittedAt', 'DESC'],
          ['sequence', 'DESC'],
        ],
        limit,
      })
      const tries = await countTries(rows.map(({ id }) => id))
      return rows.map((row) => toSummary(row, tries.get(row.id) ?? 0))
    },
  }
}

const OUTRUN = new Error('a submission was changed by somebody else')
const OWN_FAULT: { waitingCause: WaitingCause } = { waitingCause: 'record_failing' }
const NO_LEASE = { leaseOwner: null, leaseExpiresAt: null }

function toSummary(row: SubmissionRow, tries: number): SubmissionSummary {
  const { id, organizationId, consultationId, localId, networkId } = row
  return {
    id,
    organizationId,
    consultationId,
    documentType: row.documentType as SubmissionSummary['documentType'],
    state: row.state as SubmissionState,
    localId,
    networkId,
    submittedAt: row.submittedAt,
    updatedAt: row.updatedAt,
    tries,
    waiting: waitingOf(row),
    dueAt: row.dueAt,
  }
}

/** Records that wait for more than their turn, by what they wait for. */
export async function waitingCounts(sequelize: Sequelize): Promise<WaitingCount[]> {
  const rows = await sequelize.query<{
    cause: string
    since: string | Date
    records: number | string
  }>(
    `SELECT waiting_cause AS cause, MIN(waiting_since) AS since, COUNT(*) AS records
     FROM rnds_submissions WHERE state = 'pending' AND waiting_cause IS NOT NULL
     GROUP BY waiting_cause ORDER BY waiting_cause`,
    { type: QueryTypes.SELECT },
  )
  return rows.map(({ cause, since, records }) => ({
    cause: cause as WaitingCause,
    since: new Date(since),
    records: Number(records),
  }))
}
