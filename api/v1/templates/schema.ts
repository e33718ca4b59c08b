import { z } from 'zod'
import type { OwnModelBody } from '../../../core/contract/own-models.ts'
import { ClinicalText } from '../../clinical-text.ts'

const Id = z.object({ id: z.string() })
const ModelId = z.object({ id: z.string(), template_id: z.string() })

/**
 * Shapes only; what a model may be is decided where models are (`TemplateFile`). Misspelt fields
 * are refused.
 */
const OwnModel = z.strictObject({
  name: z.string().trim().min(1).max(120),
  purpose: ClinicalText.trim().min(1).max(300),
  shared: z.boolean(),
  fields: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(120),
        type: z.enum(['string', 'string[]', 'dict']),
        keys: z.array(z.string().trim().min(1).max(120)).max(40).optional(),
        description: ClinicalText.trim().max(1000).optional(),
      }),
    )
    .min(1)
    .max(60),
})

type OwnModelInput = z.output<typeof OwnModel>

export const ListModels = z.object({ params: Id }).transform(({ params }) => params)

export const CreateModel = z
  .object({ params: Id, body: OwnModel })
  .transform(({ params, body }) => ({ id: params.id, model: withoutBlanks(body) }))

export const ChangeModel = z
  .object({ params: ModelId, body: OwnModel.extend({ version: z.int().min(1) }) })
  .transform(({ params, body: { version, ...model } }) => ({
    id: params.id,
    modelId: params.template_id,
    model: { ...withoutBlanks(model), version },
  }))

export const RemoveModel = z
  .object({ params: ModelId })
  .transform(({ params }) => ({ id: params.id, modelId: params.template_id }))

/** An instruction that was left empty is none. */
function withoutBlanks({ fields, ...rest }: OwnModelInput): OwnModelBody {
  return {
    ...rest,
    fields: fields.map(({ name, type, keys, description }) => ({
      name,
      type,
      ...(keys ? { keys } : {}),
      ...(description ? { description } : {}),
    })),
  }
}
