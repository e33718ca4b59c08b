import { literal, Op, type Sequelize, type WhereOptions } from 'sequelize'
import { LEASE_MS, LONGEST_WAIT_MS } from '../../core/rnds/deliver-pace.ts'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import type { WaitingCause } from '../../core/rnds/waiting.ts'
import type { SubmissionRow } from './submissions-row.ts'

const OWN_FAULT: WaitingCause = 'record_failing'

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

/** The fate of one that came before it in its consultation is open. */
const isBehindIn = (record: string, alias: string) => `EXISTS (
    SELECT 1 FROM "rnds_submissions" AS "${alias}"
    WHERE "${alias}"."consultation_id" = "${record}"."consultation_id"
    AND "${alias}"."sequence" < "${record}"."sequence"
    AND ("${alias}"."state" = 'pending'
      OR ("${alias}"."state" = 'rejected' AND "${alias}"."in_doubt_since" IS NOT NULL)))`

/**
 * What is on its way moves only when the fate of all that came before it in its consultation is
 * known, and after the other visits' of its patient that were handed over earlier. Of those only
 * what could move itself counts: else two visits might wait for one another after a clock was set
 * back, and a visit for what is stuck behind a record that waits for its own fault.
 */
export function isFirst() {
  return literal(`("submission"."state" <> 'pending' OR NOT (
    ${isBehindIn('submission', 'earlier')}
    OR EXISTS (
      SELECT 1 FROM "consultations" AS "own"
      JOIN "consultations" AS "visit" ON "visit"."organization_id" = "own"."organization_id"
        AND "visit"."patient_index" = "own"."patient_index" AND "visit"."id" <> "own"."id"
      JOIN "rnds_submissions" AS "other" ON "other"."consultation_id" = "visit"."id"
      WHERE "own"."id" = "submission"."consultation_id"
      AND "other"."submitted_at" < "submission"."submitted_at"
      AND (("other"."state" = 'pending' AND ("other"."waiting_cause" IS NULL
          OR "other"."waiting_cause" <> '${OWN_FAULT}'))
        OR ("other"."state" = 'rejected' AND "other"."in_doubt_since" IS NOT NULL))
      AND NOT ${isBehindIn('other', 'ahead')})))`)
}
