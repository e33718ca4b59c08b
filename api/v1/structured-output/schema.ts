import { z } from 'zod'
import type {
  CheckedSchema,
  StructuredOutputBody,
} from '../../../core/contract/structured-output.ts'
import { describing } from '../../describing.ts'

/**
 * The host's schema has rules of its own, which say where it is wrong
 * (`core/structured-output/parse-schema.ts`).
 */
const HostSchema = z.unknown()

export const CheckSchema = z
  .object({ body: z.strictObject({ schema: HostSchema }) })
  .transform(({ body }) => body)

export const AskStructuredOutput = z
  .object({
    params: z.object({ id: z.string() }),
    body: z.strictObject({ schema: HostSchema, version: z.int().min(1) }),
  })
  .transform(({ params, body }) => ({ id: params.id, ...body }))

export const CheckedSchemaAnswer = describing<CheckedSchema>()(
  z.object({
    digest: z.string(),
    warnings: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
)

export const StructuredOutputAnswer = describing<StructuredOutputBody>()(
  z.object({
    output: z.record(z.string(), z.unknown()),
    from_cache: z.boolean(),
  }),
)
