import { literal, Op, type Sequelize, type WhereOptions } from 'sequelize'
import { LEASE_MS, LONGEST_WAIT_MS } from '../../core/rnds/deliver-pace.ts'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import type { SubmissionRow } from './submissions-row.ts'

interface Deps {
  sequelize: Sequelize
  Submissions: typeof SubmissionRow
  now: () => Date
}

/**
 * Whose turn it is, asked after every delivery: each question is answered by the beginning of an
 * index, however many records wait.
 */
export function submissionTurns({ sequelize, Submissions, now }: Deps) {
  const inMs = (ms: number) => new Date(now().getTime() + ms)

  /**
   * Free, or held by one whose time is over; a lease from far ahead was taken under a clock that
   * was wrong.
   */
  const isFree = (): WhereOptions<SubmissionRow> => ({
    [Op.or]: [
      { leaseExpiresAt: null },
      { leaseExpiresAt: { [Op.lte]: now() } },
      { leaseExpiresAt: { [Op.gt]: inMs(LEASE_MS) } },
    ],
  })

  const questions: Pick<SubmissionStore, 'nextDue' | 'nextDueInMs' | 'bringForward'> = {
    async nextDue(except = []) {
      const oldest = (due: WhereOptions<SubmissionRow>) =>
        Submissions.findOne({
          attributes: ['id'],
          where: { [Op.and]: [due, isFree(), isFirst(), notOf(except)] },
          order: [
            ['dueAt', 'ASC'],
            ['submittedAt', 'ASC'],
          ],
        })
      // Two questions: one that asks for both sorts all that is due. What is due later than
      // anything ever is was stored under a clock that was wrong.
      const row =
        (await oldest({ dueAt: { [Op.lte]: now() } })) ??
        (await oldest({ dueAt: { [Op.gt]: inMs(LONGEST_WAIT_MS) } }))
      return row?.id ?? null
    },

    async nextDueInMs(except = []) {
      const attributes = ['dueAt', 'leaseExpiresAt']
      const someday = { [Op.gte]: new Date(0) }
      const soonest = await Submissions.findOne({
        attributes,
        where: {
          // Not by the time of the lease: its index would be taken, and all that is free sorted.
          [Op.and]: [{ dueAt: someday, leaseOwner: null }, isFirst(), notOf(except)],
        },
        order: [['dueAt', 'ASC']],
      })
      // As many as are worked on.
      const held = await Submissions.findAll({
        attributes,
        where: { [Op.and]: [{ leaseExpiresAt: someday }, isFirst(), notOf(except)] },
      })
      const at = now().getTime()
      const waits = [...(soonest ? [soonest] : []), ...held].flatMap(({ dueAt, leaseExpiresAt }) =>
        dueAt ? [Math.max(0, dueAt.getTime() - at, (leaseExpiresAt?.getTime() ?? at) - at)] : [],
      )
      return waits.length > 0 ? Math.min(...waits) : null
    },

    async bringForward(organizationId, causes) {
      await Submissions.update(
        { dueAt: sequelize.col('submitted_at'), version: sequelize.literal('version + 1') },
        {
          where: {
            organizationId,
            state: 'pending',
            waitingCause: [...causes],
            leaseExpiresAt: null,
            dueAt: { [Op.gt]: now() },
          },
        },
      )
    },
  }
  return { ...questions, isFree }
}

const notOf = (organizations: readonly string[]): WhereOptions<SubmissionRow> =>
  organizations.length > 0 ? { organizationId: { [Op.notIn]: [...organizations] } } : {}

/**
 * What is on its way moves only when the fate of all that came before it in its consultation is
 * known.
 */
export function isFirst() {
  return literal(`("submission"."state" <> 'pending' OR NOT EXISTS (
    SELECT 1 FROM "rnds_submissions" AS "earlier"
    WHERE "earlier"."consultation_id" = "submission"."consultation_id"
    AND "earlier"."sequence" < "submission"."sequence"
    AND ("earlier"."state" = 'pending'
      OR ("earlier"."state" = 'rejected' AND "earlier"."in_doubt_since" IS NOT NULL))))`)
}
