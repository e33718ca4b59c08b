import { z } from 'zod'
import { type VisitChange, WIRE_NAMES } from '../../../core/consultation/visit-facts.ts'
import type { VisitBody } from '../../../core/contract/api.ts'
import { describing } from '../../describing.ts'

const params = z.object({ id: z.string() })

export const GetVisit = z.object({ params }).transform(({ params }) => params)

const Code = z.string().trim().min(1).max(32).nullable().optional()

/** Misspelt fields are refused, or a doctor would believe them saved; null takes one back. */
export const PatchVisit = z
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

export const VisitAnswer = describing<VisitBody>()(
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
