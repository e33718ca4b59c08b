import { z } from 'zod'
import type { DocumentContent, DocumentLayout } from '../../../core/contract/api.ts'

const Id = z.object({ id: z.string() })

export const CreateDocument = z
  .object({ params: Id, body: z.object({ template_id: z.string().min(1).max(64) }) })
  .transform(({ params, body }) => ({ ehrId: params.id, templateId: body.template_id }))

export const ById = z.object({ params: Id }).transform(({ params }) => params)

const Names = z.array(z.string().max(120)).max(60)
const Layout = z.strictObject({ order: Names, hidden: Names })
const Version = z.int().min(1)

/** The content's own shape is checked against the document's model, by the use case. */
export const PatchDocument = z
  .object({
    params: Id,
    body: z.strictObject({
      version: Version,
      content: z.record(z.string(), z.unknown()),
      /** Left out: as it was; null: as the model has it. */
      layout: Layout.nullable().optional(),
      /** Keeps the state before as a version of its own, however short ago it was saved. */
      separate: z.boolean().optional(),
    }),
  })
  .transform(({ params, body }) => ({
    id: params.id,
    version: body.version,
    content: body.content as DocumentContent,
    layout: body.layout as DocumentLayout | null | undefined,
    separate: body.separate,
  }))

export const ReviewDocument = z
  .object({ params: Id, body: z.object({ version: Version.optional() }) })
  .transform(({ params, body }) => ({ id: params.id, version: body.version }))

const OneVersion = z.object({ id: z.string(), number: z.coerce.number().int().min(1) })

export const ByVersion = z.object({ params: OneVersion }).transform(({ params }) => params)

export const RestoreVersion = z
  .object({ params: OneVersion, body: z.strictObject({ version: Version }) })
  .transform(({ params, body }) => ({ ...params, ...body }))
