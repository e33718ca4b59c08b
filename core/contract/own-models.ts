/**
 * Document models that a doctor makes (SPEC-GAPS 2.8). They belong to the doctor of the
 * consultation they are managed from, and may be shared with the organization; who they are shared
 * with may use and copy them, not change them.
 */
import type { FieldType, TemplateInfo } from './api.ts'

/**
 * Body of `POST /api/v1/ehrs/{id}/templates`; with `version`, of `PUT
 * /api/v1/ehrs/{id}/templates/{template_id}`.
 */
export interface OwnModelBody {
  name: string
  /** One line; the doctor finds the model by it. */
  purpose: string
  shared: boolean
  fields: {
    name: string
    type: FieldType
    /** Only for `dict`, in order. */
    keys?: string[]
    /** What belongs here, for whoever writes the document. */
    description?: string
  }[]
}

/**
 * `GET /api/v1/ehrs/{id}/templates` → `{ templates: ChoosableTemplate[], may_share }`: built-in,
 * shared and one's own.
 */
export interface ChoosableTemplate extends TemplateInfo {
  /** Optimistic lock of one's own. */
  version: number
  /** Made by this consultation's doctor, who may change and remove it. */
  mine: boolean
  shared: boolean
  fields: (TemplateInfo['fields'][number] & { description?: string })[]
}

export interface ChoosableTemplatesBody {
  templates: ChoosableTemplate[]
  /** The operator allows sharing with the organization. */
  may_share: boolean
}
