import { z } from 'zod'
import type { DocumentContent } from '../../../core/contract/api.ts'

const Id = z.object({ id: z.string() })

export const CreateDocument = z
  .object({ params: Id, body: z.object({ template_id: z.string().min(1).max(64) }) })
  .transform(({ params, body }) => ({ ehrId: params.id, templateId: body.template_id }))

export const ById = z.object({ params: Id }).transform(({ params }) => params)

/** The content's own shape is checked against the document's model, by the use case. */
export const PatchDocument = z
  .object({
    params: Id,
    body: z.strictObject({ version: z.int().min(1), content: z.record(z.string(), z.unknown()) }),
  })
  .transform(({ params, body }) => ({
    id: params.id,
    version: body.version,
    content: body.content as DocumentContent,
  }))

export const ReviewDocument = z
  .object({ params: Id, body: z.object({ version: z.int().min(1).optional() }) })
  .transform(({ params, body }) => ({ id: params.id, version: body.version }))
