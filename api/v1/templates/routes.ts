import { createHash } from 'node:crypto'
import { Router } from '@koa/router'
import { z } from 'zod'
import type { OpenConsultation } from '../../../core/consultation/consultation.ts'
import type { TemplateInfo } from '../../../core/contract/api.ts'
import type { ChoosableTemplate, OwnModelBody } from '../../../core/contract/own-models.ts'
import type { Template } from '../../../core/document/models/ports.ts'
import type { ChoosableModel, OwnModels } from '../../../core/templates/own-models.ts'
import type { TemplateCatalogue } from '../../../core/templates/template-catalogue.ts'
import { type ApiState, principalOf } from '../../context.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { ClinicalText } from '../../input-fields.ts'
import { readInput } from '../../read-input.ts'

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

const ListModels = z.object({ params: Id }).transform(({ params }) => params)

const CreateModel = z
  .object({ params: Id, body: OwnModel })
  .transform(({ params, body }) => ({ id: params.id, model: withoutBlanks(body) }))

const ChangeModel = z
  .object({ params: ModelId, body: OwnModel.extend({ version: z.int().min(1) }) })
  .transform(({ params, body: { version, ...model } }) => ({
    id: params.id,
    modelId: params.template_id,
    model: { ...withoutBlanks(model), version },
  }))

const RemoveModel = z
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

export interface TemplateRoutesDeps {
  openConsultation: OpenConsultation
  /** What is there for everybody. */
  templates: Pick<TemplateCatalogue, 'listShared'>
  models: OwnModels
}

/**
 * The document models the caller can choose from, and those that doctors make for themselves
 * (SPEC-GAPS 2.8).
 */
export function templateRoutes(deps: TemplateRoutesDeps): Router<ApiState> {
  const { openConsultation, templates, models } = deps

  /** Who asks: the token's doctor, who may have taken the consultation over from another. */
  async function doctorOf(ctx: Parameters<typeof principalOf>[0], id: string) {
    const principal = principalOf(ctx)
    const { organizationId, externalDoctorId } = await openConsultation(principal, id)
    return { organizationId, externalDoctorId: principal.doctorId ?? externalDoctorId }
  }

  return new Router<ApiState>()
    .get('/templates', async (ctx) => {
      const all = await templates.listShared(principalOf(ctx).organizationId)
      ctx.body = { templates: all.map(presentTemplate) }
    })
    .get('/ehrs/:id/templates', async (ctx) => {
      const { id } = readInput(ListModels, ctx)
      const doctor = await doctorOf(ctx, id)
      const choice = await models.list(doctor)
      const body = { templates: choice.map(presentChoosable), may_share: models.mayShare }
      const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
      ctx.set('ETag', etag)
      // Not `ctx.fresh`: a script's own If-None-Match makes browsers add `no-cache`, which would
      // undo it.
      if (ctx.get('If-None-Match') === etag) ctx.status = 304
      else ctx.body = body
    })
    .post('/ehrs/:id/templates', async (ctx) => {
      const { id, model } = readInput(CreateModel, ctx)
      const doctor = await doctorOf(ctx, id)
      ctx.status = 201
      ctx.body = presentChoosable(await models.create(doctor, model))
    })
    .put('/ehrs/:id/templates/:template_id', async (ctx) => {
      const { id, modelId, model } = readInput(ChangeModel, ctx)
      const doctor = await doctorOf(ctx, id)
      ctx.body = presentChoosable(await models.change(doctor, modelId, model))
    })
    .delete('/ehrs/:id/templates/:template_id', async (ctx) => {
      const { id, modelId } = readInput(RemoveModel, ctx)
      const doctor = await doctorOf(ctx, id)
      await models.remove(doctor, modelId)
      ctx.status = 204
    })
}

/** A document model as the plugin lists it: without what only generators read. */
function presentTemplate(template: Template): TemplateInfo {
  const { id, slug, name, purpose, group, fields, pendingClinicalReview } = template
  return {
    id,
    slug,
    name,
    purpose,
    group,
    fields: fields.map(({ name: field, type, keys }) => ({
      name: field,
      type,
      ...(keys ? { keys } : {}),
    })),
    pending_clinical_review: pendingClinicalReview,
  }
}

/** The same with what making one's own needs: instructions to start from, and whose it is. */
function presentChoosable({ template, mine, shared }: ChoosableModel): ChoosableTemplate {
  return {
    ...presentTemplate(template),
    fields: template.fields.map(({ name, type, keys, description }) => ({
      name,
      type,
      ...(keys ? { keys } : {}),
      ...(description ? { description } : {}),
    })),
    version: template.version,
    mine,
    shared,
  }
}

const Field = z.object({
  name: z.string(),
  type: z.enum(['string', 'string[]', 'dict']),
  keys: z.array(z.string()).exactOptional(),
})

const TemplateBody = describing<TemplateInfo>()(
  z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    purpose: z.string(),
    group: z.enum(['specialty', 'document', 'own']),
    fields: z.array(Field),
    pending_clinical_review: z.boolean(),
  }),
)

const ChoosableBody = describing<ChoosableTemplate>()(
  TemplateBody.extend({
    fields: z.array(Field.extend({ description: z.string().exactOptional() })),
    version: z.int(),
    mine: z.boolean(),
    shared: z.boolean(),
  }),
)

/** The document models, and those that doctors make. */
export const templateDescriptions: readonly RouteDescription[] = [
  {
    method: 'get',
    path: '/api/v1/templates',
    summary: 'The document models of the organization',
    tag: 'documents',
    security: 'bearer',
    responses: {
      200: {
        description: 'Built-in ones first',
        schema: z.object({ templates: z.array(TemplateBody) }),
      },
    },
  },
  {
    method: 'get',
    path: '/api/v1/ehrs/{id}/templates',
    summary: 'The document models that the doctor of a consultation can choose from',
    tag: 'documents',
    security: 'bearer',
    input: ListModels,
    responses: {
      200: {
        description: 'Built-in ones first',
        schema: z.object({ templates: z.array(ChoosableBody), may_share: z.boolean() }),
      },
      304: { description: 'As `If-None-Match` says it is known' },
    },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/v1/ehrs/{id}/templates',
    summary: 'Make a document model of the doctor’s own',
    tag: 'documents',
    security: 'bearer',
    input: CreateModel,
    responses: { 201: { description: 'The model', schema: ChoosableBody } },
    errors: ['not_found', 'too_many_models', 'sharing_not_allowed'],
  },
  {
    method: 'put',
    path: '/api/v1/ehrs/{id}/templates/{template_id}',
    summary: 'Change a document model of the doctor’s own',
    tag: 'documents',
    security: 'bearer',
    input: ChangeModel,
    responses: { 200: { description: 'The next version of it', schema: ChoosableBody } },
    errors: ['not_found', 'template_not_yours', 'version_conflict', 'sharing_not_allowed'],
  },
  {
    method: 'delete',
    path: '/api/v1/ehrs/{id}/templates/{template_id}',
    summary: 'Remove a document model of the doctor’s own; documents written with it stay',
    tag: 'documents',
    security: 'bearer',
    input: RemoveModel,
    responses: { 204: { description: 'Gone' } },
    errors: ['not_found', 'template_not_yours'],
  },
]
