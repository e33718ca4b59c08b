import { WIRE_NAMES } from '../../../core/consultation/visit-facts.ts'
import type { VisitBody } from '../../../core/contract/api.ts'
import { toldIssues } from '../../../core/rnds/told-issues.ts'
import type { VisitReview } from '../../../core/rnds/visit-review.ts'

/** @param review null: nothing is sent to the network */
export function presentVisit(review: VisitReview | null): VisitBody {
  if (!review) return { sends: false, facts: [], occupation: null, problem: null, record: null }
  const { facts, occupation, problem, record } = review
  return {
    sends: true,
    facts: facts.map(({ field, said, isChosen, usual, sent, allowed }) => ({
      field: WIRE_NAMES[field],
      said,
      chosen: isChosen,
      usual,
      sent,
      allowed: allowed && [...allowed],
    })),
    occupation: occupation && { said: occupation.said, choices: [...occupation.choices] },
    problem,
    record: record && presentRecord(record),
  }
}

function presentRecord({
  record: { state, submittedAt, issues },
  waiting,
}: NonNullable<VisitReview['record']>): NonNullable<VisitBody['record']> {
  const refusals = toldIssues(issues).map(({ advice, diagnostics }) => advice ?? diagnostics)
  const message = waiting?.message ?? (state === 'rejected' ? refusals.join(' ') : null)
  return {
    status: state,
    submitted_at: submittedAt.toISOString(),
    message: message || null,
    waiting: waiting && {
      since: waiting.since.toISOString(),
      next_attempt_at: waiting.nextAttemptAt?.toISOString() ?? null,
    },
  }
}
