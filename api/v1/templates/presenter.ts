import type { TemplateInfo } from '../../../core/contract/api.ts'
import type { Template } from '../../../core/document/ports.ts'

/** A document model as the plugin lists it: without what only generators read. */
export function presentTemplate(template: Template): TemplateInfo {
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
