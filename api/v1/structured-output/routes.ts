import { Router } from '@koa/router'
import type { Context } from 'koa'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import { maskAsNotFound } from '../../../core/consultation/open-consultation.ts'
import type {
  CheckedSchema,
  StructuredOutputBody,
} from '../../../core/contract/structured-output.ts'
import type { DocumentStore } from '../../../core/document/record/document-store.ts'
import { notFound } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import type { StructuredOutput } from '../../../core/structured-output/structured-output.ts'
import { type UseFacts, withSchema } from '../../../core/visit-use/use-facts.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { readInput } from '../../read-input.ts'
import { STREAM_TIMES, type StreamTimes, streamAnswer } from './answer-stream.ts'

/**
 * The host's schema has rules of its own, which say where it is wrong
 * (`core/structured-output/parse-schema.ts`).
 */
const HostSchema = z.unknown()

const CheckSchema = z
  .object({ body: z.strictObject({ schema: HostSchema }) })
  .transform(({ body }) => body)

const AskStructuredOutput = z
  .object({
    params: z.object({ id: z.string() }),
    body: z.strictObject({ schema: HostSchema, version: z.int().min(1) }),
  })
  .transform(({ params, body }) => ({ id: params.id, ...body }))

const CheckedSchemaAnswer = describing<CheckedSchema>()(
  z.object({
    digest: z.string(),
    warnings: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
)

const StructuredOutputAnswer = describing<StructuredOutputBody>()(
  z.object({
    output: z.record(z.string(), z.unknown()),
    from_cache: z.boolean(),
  }),
)

export interface StructuredOutputRoutesDeps {
  openConsultation: OpenConsultation
  documents: Pick<DocumentStore, 'find'>
  structuredOutput: StructuredOutput
  log: Log
  /** What of the visit was used: beside the data in the audit. */
  useFacts?: ((consultationId: string) => Promise<UseFacts>) | undefined
  times?: StreamTimes
}

/**
 * A host's schema, and the data of a document in its shape. Every document is reached through its
 * consultation.
 */
export function structuredOutputRoutes(deps: StructuredOutputRoutesDeps): Router<ApiState> {
  const { openConsultation, documents, structuredOutput, log, times = STREAM_TIMES } = deps

  return new Router<ApiState>()
    .post('/structured-schemas/check', (ctx) => {
      const { schema } = readInput(CheckSchema, ctx)
      const { digest, warnings } = structuredOutput.check(schema)
      ctx.body = { digest, warnings } satisfies CheckedSchema
    })
    .post('/documents/:id/structured-output', async (ctx) => {
      const { id, ...request } = readInput(AskStructuredOutput, ctx)
      const record = await documents.find(id)
      if (!record) throw notFound()
      const consultation = await maskAsNotFound(
        openConsultation(principalOf(ctx), record.consultationId),
        notFound,
      )
      const facts = await deps.useFacts?.(consultation.id)
      if (facts)
        ctx.state.auditFacts = withSchema(facts, structuredOutput.check(request.schema).notKept)
      const signal = clientGone(ctx)
      let position: number | null = null
      const onPosition = (next: number) => {
        position = next
      }
      const work = structuredOutput
        .answer(record, consultation, request, { signal, onPosition })
        .then(({ output, fromCache }): StructuredOutputBody => ({ output, from_cache: fromCache }))
      try {
        if (ctx.accepts('json', 'application/x-ndjson') === 'application/x-ndjson')
          await streamAnswer(ctx, work, () => position, { log, times })
        else ctx.body = await work
      } catch (error) {
        if (!signal.aborted) throw error
        // Nobody is there to be answered; the access log says so.
        ctx.respond = false
      }
    })
}

/** Aborts when the caller goes away before the answer has left. */
function clientGone(ctx: Context): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!ctx.res.writableFinished) controller.abort(new Error('client disconnected'))
  }
  if (ctx.res.closed) leave()
  else ctx.res.once('close', leave)
  return controller.signal
}

export const structuredOutputDescriptions: readonly RouteDescription[] = [
  {
    method: 'post',
    path: '/api/v1/structured-schemas/check',
    summary: 'Prove a schema for structured output; each fault with its path in the schema',
    tag: 'documents',
    security: 'bearer',
    input: CheckSchema,
    responses: {
      200: {
        description: 'Usable, with what is missing but harmless',
        schema: CheckedSchemaAnswer,
      },
    },
    errors: ['validation_error'],
  },
  {
    method: 'post',
    path: '/api/v1/documents/{id}/structured-output',
    summary: 'The data of one document in the shape of a schema; null where nothing is certain',
    tag: 'documents',
    security: 'bearer',
    input: AskStructuredOutput,
    responses: {
      200: {
        description:
          'The data; with Accept: application/x-ndjson one event a line, the last is done or failed',
        schema: StructuredOutputAnswer,
      },
    },
    errors: [
      'validation_error',
      'not_found',
      'version_conflict',
      'document_not_ready',
      'structured_output_failed',
      'generation_failed',
      'generation_timeout',
    ],
  },
]
