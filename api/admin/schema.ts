import { z } from 'zod'

export const Enter = z.object({ body: z.strictObject({ code: z.string().max(100) }) })

/** `watch`: asked by the page itself, which does not keep a session alive. */
export const Watch = z.object({ query: z.object({ watch: z.literal('1').optional() }) })

const byId = z.object({ id: z.uuid() })

export const RevokeKey = z.object({
  params: byId,
  body: z.strictObject({ end_sessions: z.boolean() }),
})
export const WebhookById = z.object({ params: byId })
/** `rnds_` and a uuid. */
export const RecordById = z.object({ params: z.object({ id: z.string().max(100) }) })

export const ListRecords = z.object({
  query: z.object({
    state: z.enum(['pending', 'accepted', 'rejected', 'replaced', 'deleted']).optional(),
  }),
})

export const RetryRecords = z.object({
  body: z.strictObject({ reason: z.string().min(1).max(100).optional() }),
})

export const ListEntries = z.object({
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
})
