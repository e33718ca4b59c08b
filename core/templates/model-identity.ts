/**
 * What an organization's own model is known by: its slug, and the numbers of its versions. Each
 * number means the same content for ever, whatever is current.
 */
import type { Template } from '../document/models/ports.ts'
import { AppError } from '../errors.ts'

/** Kebab-case, as SPEC-GAPS 1.15 asks; a name without a letter or digit is `modelo`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/(?<!-)-+$/, '')
  return plain || 'modelo'
}

export interface TemplateVersion {
  template: Template
  createdAt: Date
}

/** Versions of an organization: newest first within a model; also of models that were removed. */
export type ListVersions = (organizationId: string) => Promise<TemplateVersion[]>

/** One above all that were ever given to a model. */
export function nextVersion(versions: readonly TemplateVersion[], templateId: string): number {
  const numbers = versions
    .filter(({ template }) => template.id === templateId)
    .map(({ template }) => template.version)
  return Math.max(0, ...numbers) + 1
}

/** Somebody else made another version the current one, or took the name. */
export function modelConflict(): AppError {
  return new AppError(
    'conflict',
    'version_conflict',
    'O modelo foi alterado em outro lugar. Abra-o de novo antes de salvar.',
  )
}
