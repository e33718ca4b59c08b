import type { TemplateInfo } from '../../../core/contract/api.ts'
import type { ChoosableTemplate } from '../../../core/contract/own-models.ts'
import type { Template } from '../../../core/document/models/ports.ts'
import type { ChoosableModel } from '../../../core/templates/own-models.ts'

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

/** The same with what making one's own needs: instructions to start from, and whose it is. */
export function presentChoosable({ template, mine, shared }: ChoosableModel): ChoosableTemplate {
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
