/** The numbers of a model's versions: each means the same content for ever, whatever is current. */
import type { Template } from '../document/models/ports.ts'

export interface TemplateVersion {
  template: Template
  createdAt: Date
}

/** Of an organization: newest first within a model; also of models that were removed. */
export type ListVersions = (organizationId: string) => Promise<TemplateVersion[]>

/** One above all that were ever given to a model. */
export function nextVersion(versions: readonly TemplateVersion[], templateId: string): number {
  const numbers = versions
    .filter(({ template }) => template.id === templateId)
    .map(({ template }) => template.version)
  return Math.max(0, ...numbers) + 1
}
