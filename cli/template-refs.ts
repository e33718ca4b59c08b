/**
 * Which document model a command means: a file, a model by id or slug, or one of its versions
 * (`visita@2`).
 */
import type { Command } from 'commander'
import type { Template } from '../core/document/models/ports.ts'
import { AppError } from '../core/errors.ts'
import type { CheckedTemplate } from '../core/templates/check-template.ts'
import { refuseFaults } from '../core/templates/check-template.ts'
import type { TemplateCatalogue } from '../core/templates/template-catalogue.ts'
import { withAdmin } from './define-command.ts'
import type { CliDeps } from './deps.ts'
import { chooseOrganization } from './find-ref.ts'

export interface OrgOption {
  org?: string
}

export const ORG = ['--org <organization>', 'needed where there are several'] as const

export async function withTemplates<Result>(
  deps: CliDeps,
  command: Command,
  { org }: OrgOption,
  work: (templates: TemplateCatalogue, organizationId: string) => Promise<Result>,
): Promise<Result> {
  return withAdmin(deps, command, async ({ access, templates }) => {
    const { id } = chooseOrganization(await access.listOrganizations(), org)
    return work(templates, id)
  })
}

/** @throws {AppError} `template_not_found` */
export async function findTemplate(
  templates: TemplateCatalogue,
  organizationId: string,
  ref: string,
): Promise<Template> {
  const list = await templates.list(organizationId)
  // The organization's own come last, and keep a short name that they had before the product.
  const found = list.find(({ id }) => id === ref) ?? list.findLast(({ slug }) => slug === ref)
  if (found) return found
  throw notThere(ref)
}

/**
 * Also of a model that was removed; `ref` may name a version. @throws {AppError}
 * `template_not_found`
 */
export async function findVersion(
  templates: TemplateCatalogue,
  organizationId: string,
  ref: string,
): Promise<Template> {
  const [, name = ref, number] = /^(.+)@(\d+)$/.exec(ref) ?? []
  if (number === undefined) return findTemplate(templates, organizationId, name)
  const wanted = Number(number)
  const kept = await templates.versions(organizationId, name)
  const builtIn = (await templates.list(organizationId)).filter(
    ({ id, slug }) => id === name || slug === name,
  )
  const found = [...kept.map(({ template }) => template), ...builtIn].find(
    ({ version }) => version === wanted,
  )
  if (found) return found
  throw notThere(ref)
}

/**
 * @throws {AppError} `template_invalid` with every fault's line; `file_not_readable`,
 * `file_too_large`, `file_not_text`
 */
export async function readTemplateFile(deps: CliDeps, path: string): Promise<Template> {
  return refuseFaults((await checkedText(deps, path)).checked)
}

/**
 * What reads models brings the rules and a schema library with it, a megabyte: loaded by those
 * commands that read one.
 */
export async function checkedText(
  { readTextFile }: CliDeps,
  path: string,
): Promise<{ text: string; checked: CheckedTemplate }> {
  const [{ checkTemplate }, { MAX_TEMPLATE_BYTES }] = await Promise.all([
    import('../core/templates/check-template.ts'),
    import('../core/templates/template-file.ts'),
  ])
  const text = await readTextFile(path, MAX_TEMPLATE_BYTES)
  return { text, checked: checkTemplate(text) }
}

/** A reference that ends in `.json` or has a slash is a file. */
export function isFile(ref: string): boolean {
  return ref.includes('/') || ref.endsWith('.json')
}

export function summary({ fields, ...template }: Template) {
  return { ...template, fieldCount: fields.length }
}

function notThere(ref: string): AppError {
  return new AppError(
    'not-found',
    'template_not_found',
    `No document model is called "${ref}". See: svcctl template list --versions`,
  )
}
