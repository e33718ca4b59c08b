import { Router } from '@koa/router'
import { z } from 'zod'
import { type VisitChange, WIRE_NAMES } from '../../../core/consultation/visit-facts.ts'
import type { VisitBody } from '../../../core/contract/api.ts'
import { toldIssues } from '../../../core/rnds/submission-errors.ts'
import type { ReviewVisit, VisitReview } from '../../../core/rnds/visit-review.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { readInput } from '../../read-input.ts'

const params = z.object({ id: z.string() })

const GetVisit = z.object({ params }).transform(({ params }) => params)

const Code = z.string().trim().min(1).max(32).nullable().optional()

/** Misspelt fields are refused, or a doctor would believe them saved; null takes one back. */
const PatchVisit = z
  .object({
    params,
    body: z.strictObject({
      practitioner_cbo: Code,
      modality: Code,
      priority: Code,
      origin: Code,
      outcome: Code,
      financing: Code,
      procedure: Code,
    }),
  })
  .transform(({ params: { id }, body }) => {
    const said = Object.entries(WIRE_NAMES).flatMap(([field, name]) =>
      body[name] === undefined ? [] : [[field, body[name]]],
    )
    return { id, change: Object.fromEntries(said) as VisitChange }
  })

const NamedCode = z.object({ code: z.string(), display: z.string().nullable() })

const VisitAnswer = describing<VisitBody>()(
  z.object({
    sends: z.boolean(),
    facts: z.array(
      z.object({
        field: z.enum(['modality', 'priority', 'origin', 'outcome', 'financing', 'procedure']),
        said: NamedCode.nullable(),
        chosen: z.boolean(),
        usual: NamedCode.nullable(),
        sent: NamedCode.nullable(),
        allowed: z.array(NamedCode).nullable(),
      }),
    ),
    occupation: z.object({ said: z.string().nullable(), choices: z.array(NamedCode) }).nullable(),
    problem: z.string().nullable(),
    record: z
      .object({
        status: z.enum(['pending', 'accepted', 'rejected', 'replaced', 'deleted']),
        submitted_at: z.iso.datetime(),
        message: z.string().nullable(),
        waiting: z
          .object({ since: z.iso.datetime(), next_attempt_at: z.iso.datetime().nullable() })
          .nullable(),
      })
      .nullable(),
  }),
)

/** What the national network will be told of a visit, for its doctor. */
export function visitRoutes(visit: ReviewVisit): Router<ApiState> {
  return new Router<ApiState>()
    .get('/ehrs/:id/visit', async (ctx) => {
      const { id } = readInput(GetVisit, ctx)
      ctx.body = presentVisit(await visit.read(principalOf(ctx), id))
    })
    .patch('/ehrs/:id/visit', async (ctx) => {
      const { id, change } = readInput(PatchVisit, ctx)
      ctx.body = presentVisit(await visit.change(principalOf(ctx), id, change))
    })
}

/** @param review null: nothing is sent to the network */
function presentVisit(review: VisitReview | null): VisitBody {
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

const answer = {
  description: 'What was said, what is usual, and the lists to choose from',
  schema: VisitAnswer,
}

export const visitDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/visit',
    summary: 'What the national network will be told of the visit, and what became of its record',
    tag: 'consultations',
    security: 'bearer',
    input: GetVisit,
    responses: { 200: answer },
    errors: ['not_found'],
  },
  {
    method: 'patch',
    path: '/api/v1/ehrs/{id}/visit',
    summary: 'Say something else of the visit; null takes it back to what is usual',
    tag: 'consultations',
    security: 'bearer',
    input: PatchVisit,
    responses: { 200: answer },
    errors: ['not_found'],
  },
]
