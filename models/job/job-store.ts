import {
  type CreationOptional,
  DataTypes,
  Op,
  type Sequelize,
  UniqueConstraintError,
  type WhereOptions,
} from 'sequelize'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type {
  Job as DomainJob,
  JobKind,
  JobReason,
  JobState,
  JobStore,
} from '../../core/job/ports.ts'
import { Row } from '../database/row.ts'
import { consultationShares, firstOfVisits } from './consultation-shares.ts'

/** Work under a lease; one row per kind and recording. */
export class Job extends Row<Job> {
  declare id: CreationOptional<string>
  declare kind: JobKind
  declare consultationId: string
  declare recordingId: string
  declare state: JobState
  declare attempts: CreationOptional<number>
  declare runAfter: Date
  /** `host:pid:random` of the process that works on it. */
  declare leaseOwner: CreationOptional<string | null>
  declare leaseExpiresAt: CreationOptional<Date | null>
  declare reasonError: CreationOptional<string | null>
  declare reasonMessage: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>

  /** A fresh subclass per connection: two databases in one process never share state. */
  static attach(sequelize: Sequelize): typeof Job {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      kind: { type: DataTypes.STRING(64), allowNull: false },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      recordingId: { type: DataTypes.UUID, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      runAfter: { type: DataTypes.DATE, allowNull: false },
      leaseOwner: { type: DataTypes.STRING(255), allowNull: true },
      leaseExpiresAt: { type: DataTypes.DATE, allowNull: true },
      reasonError: { type: DataTypes.STRING(64), allowNull: true },
      reasonMessage: { type: DataTypes.STRING(500), allowNull: true },
      createdAt: DataTypes.DATE,
    }
    const options = { sequelize, modelName: 'job', tableName: 'jobs', underscored: true }
    return class extends Job {}.init(attributes, options)
  }
}

/**
 * `JobStore` on rows: every change is one conditional UPDATE, so two processes never hold the same
 * job.
 */
export function jobStore(
  sequelize: Sequelize,
  {
    shareOf = consultationShares(sequelize),
    now = () => new Date(),
  }: { shareOf?: ShareOf | undefined; now?: () => Date } = {},
): JobStore {
  const Jobs = Job.attach(sequelize)
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const mayRun = (): WhereOptions<Job> => ({
    [Op.or]: [
      { state: { [Op.in]: ['queued', 'waiting'] }, runAfter: isOver() },
      { state: 'running', leaseExpiresAt: isOver() },
    ],
  })
  const isOver = () => ({ [Op.or]: [{ [Op.lte]: now() }, { [Op.gt]: inMs(FURTHEST_MS) }] })

  async function endLease(
    id: string,
    owner: string,
    change: Partial<Pick<Job, 'state' | 'runAfter' | 'attempts'>>,
    reason: JobReason | null,
  ): Promise<boolean> {
    const [count] = await Jobs.update(
      { ...change, ...NO_LEASE, ...reasonColumns(reason) },
      { where: { id, state: 'running', leaseOwner: owner } },
    )
    return count === 1
  }

  return {
    async ensure({ kind, consultationId, recordingId }, state) {
      const where = { kind, recordingId }
      try {
        const made = await Jobs.create({ ...where, consultationId, state, runAfter: now() })
        return toDomain(made)
      } catch (error) {
        if (!(error instanceof UniqueConstraintError)) throw error
      }
      if (state === 'queued') {
        await Jobs.update({ state, runAfter: now() }, { where: { ...where, state: 'open' } })
      }
      return toDomain(await Jobs.findOne({ where, rejectOnEmpty: true }))
    },

    async claim(kind, owner, leaseMs, choose = ([first]) => first) {
      for (;;) {
        const waiting = await Jobs.findAll({
          attributes: ['id', 'consultationId'],
          where: { kind, ...mayRun() },
          order: [
            ['runAfter', 'ASC'],
            ['createdAt', 'ASC'],
          ],
        })
        const chosen = choose(await firstOfVisits(waiting, shareOf))
        const candidate = chosen && (await Jobs.findByPk(chosen.id))
        if (!chosen) return null
        if (!candidate) continue
        const lease = {
          state: 'running' as const,
          leaseOwner: owner,
          leaseExpiresAt: inMs(leaseMs),
        }
        // Somebody may have been faster: then this changes no row, and the next candidate is tried.
        const [count] = await Jobs.update(lease, { where: { id: candidate.id, ...mayRun() } })
        if (count === 1) return { ...toDomain(candidate), state: 'running' }
      }
    },

    async renew(id, owner, leaseMs) {
      const [count] = await Jobs.update(
        { leaseExpiresAt: inMs(leaseMs) },
        { where: { id, state: 'running', leaseOwner: owner } },
      )
      return count === 1
    },

    async retryLater(id, owner, delayMs, reason) {
      const job = await Jobs.findByPk(id)
      const attempts = (job?.attempts ?? 0) + 1
      return endLease(id, owner, { state: 'queued', runAfter: inMs(delayMs), attempts }, reason)
    },

    wait: (id, owner, reason) =>
      endLease(id, owner, { state: 'waiting', runAfter: inMs(LOOK_AGAIN_MS) }, reason),
    release: (id, owner) => endLease(id, owner, { state: 'queued', runAfter: now() }, null),
    fail: (id, owner, reason) => endLease(id, owner, { state: 'failed' }, reason),

    async resumeWaiting(kind) {
      const [count] = await Jobs.update(
        { state: 'queued', runAfter: now(), ...reasonColumns(null) },
        { where: { kind, state: 'waiting' } },
      )
      return count
    },

    async releaseLeasesOf(isGone) {
      const held = await Jobs.findAll({ where: { state: 'running' } })
      let released = 0
      for (const { id, leaseOwner } of held) {
        if (leaseOwner === null || !isGone(leaseOwner)) continue
        if (await endLease(id, leaseOwner, { state: 'queued', runAfter: now() }, null)) released++
      }
      return released
    },

    async listByState(kind, state) {
      return (await Jobs.findAll({ where: { kind, state } })).map(toDomain)
    },

    async listOfConsultation(consultationId) {
      return (await Jobs.findAll({ where: { consultationId } })).map(toDomain)
    },

    async nextDueInMs(kind) {
      const next = await Jobs.findAll({
        where: { kind, state: { [Op.in]: ['queued', 'waiting', 'running'] } },
        attributes: ['state', 'runAfter', 'leaseExpiresAt'],
      })
      const dues = next.map(({ state, runAfter, leaseExpiresAt }) =>
        state === 'running' ? (leaseExpiresAt?.getTime() ?? 0) : runAfter.getTime(),
      )
      return dues.length > 0 ? Math.max(0, Math.min(...dues) - now().getTime()) : null
    },

    async deleteOfRecording(recordingId) {
      await Jobs.destroy({ where: { recordingId } })
    },
  }
}

/** A waiting job is tried again even if nobody tells that the engine is back. */
const LOOK_AGAIN_MS = 60_000
/**
 * What lies further ahead was put down under a clock that was wrong: no lease and no pause is as
 * long.
 */
const FURTHEST_MS = 3_600_000
const NO_LEASE = { leaseOwner: null, leaseExpiresAt: null }

function reasonColumns(reason: JobReason | null) {
  return { reasonError: reason?.error ?? null, reasonMessage: reason?.message ?? null }
}

function toDomain(row: Job): DomainJob {
  const { id, kind, consultationId, recordingId, state, attempts, reasonError, reasonMessage } = row
  const reason = reasonError ? { error: reasonError, message: reasonMessage ?? '' } : null
  return { id, kind, consultationId, recordingId, state, attempts, reason }
}
