import { z } from 'zod'
import type { TemplateInfo } from '../../../core/contract/api.ts'
import type { ChoosableTemplate } from '../../../core/contract/own-models.ts'
import type { RouteDescription } from '../../describe-route.ts'
import { describing } from '../../describing.ts'
import { ChangeModel, CreateModel, ListModels, RemoveModel } from './schema.ts'

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
