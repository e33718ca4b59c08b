import { Router } from '@koa/router'
import { maskAsNotFound } from '../../../core/consultation/absent-consultation.ts'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type {
  CheckedSchema,
  StructuredOutputBody,
} from '../../../core/contract/structured-output.ts'
import type { DocumentStore } from '../../../core/document/record/document-store.ts'
import { notFound } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import type { StructuredOutput } from '../../../core/structured-output/structured-output.ts'
import { type UseFacts, withSchema } from '../../../core/visit-use/use-facts.ts'
import { clientGone } from '../../client-gone.ts'
import { type ApiState, principalOf } from '../../context.ts'
import { readInput } from '../../read-input.ts'
import { STREAM_TIMES, type StreamTimes, streamAnswer } from './answer-stream.ts'
import { AskStructuredOutput, CheckSchema } from './schema.ts'

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
