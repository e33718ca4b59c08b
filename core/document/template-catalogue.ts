/**
 * The document models an organization can choose from: the built-in ones, which are data files of the product, and
 * its own, which an administrator installs from the same kind of file. A document keeps a copy of its model, so
 * replacing or removing one touches nothing that was written.
 */
import { AppError, notFound, validationError } from '../errors.ts'
import type { Template } from './ports.ts'
import { TemplateFile } from './template-schema.ts'

/** An organization's own models at rest. */
export interface TemplateStore {
  /** By name. */
  list(organizationId: string): Promise<Template[]>
  /** Inserts, or replaces the model of the same id. */
  save(organizationId: string, template: Template, at: Date): Promise<void>
  /** @returns false when there was none */
  remove(organizationId: string, id: string): Promise<boolean>
}

export type TemplateCatalogue = ReturnType<typeof templateCatalogue>

interface Deps {
  /** In catalogue order. */
  builtIn: Template[]
  store: TemplateStore
  newId: () => string
  now: () => Date
}

export function templateCatalogue({ builtIn, store, newId, now }: Deps) {
  async function find(organizationId: string, id: string): Promise<Template | null> {
    const known = builtIn.find((one) => one.id === id)
    if (known) return known
    return (await store.list(organizationId)).find((one) => one.id === id) ?? null
  }

  return {
    /** Built-in ones in catalogue order, then the organization's own by name. */
    async list(organizationId: string): Promise<Template[]> {
      return [...builtIn, ...(await store.list(organizationId))]
    },

    find,

    /**
     * Installs a model file. The same slug again is the next version of the same model.
     * @throws {AppError} `validation_error` naming the faults, `slug_taken` for a built-in model's slug
     */
    async install(organizationId: string, file: unknown): Promise<Template> {
      const parsed = TemplateFile.safeParse(file)
      if (!parsed.success)
        throw validationError(
          parsed.error.issues.map(({ path, code }) => ({ field: path.join('.'), issue: code })),
        )
      const given = parsed.data as Template
      if (builtIn.some(({ slug }) => slug === given.slug))
        throw new AppError(
          'conflict',
          'slug_taken',
          'Um modelo do produto já usa este slug: escolha outro.',
        )
      const earlier = (await store.list(organizationId)).find(({ slug }) => slug === given.slug)
      const template: Template = {
        ...given,
        id: earlier?.id ?? newId(),
        group: 'own',
        version: earlier ? Math.max(earlier.version + 1, given.version) : given.version,
      }
      await store.save(organizationId, template, now())
      return template
    },

    /** @throws {AppError} `not_found`, `template_built_in` */
    async remove(organizationId: string, id: string): Promise<void> {
      if (builtIn.some((one) => one.id === id))
        throw new AppError(
          'forbidden',
          'template_built_in',
          'Os modelos do produto não podem ser removidos.',
        )
      if (!(await store.remove(organizationId, id))) throw notFound('Modelo não encontrado.')
    },

    /** The model as a file that `install` takes. @throws {AppError} `not_found` */
    async export(organizationId: string, id: string): Promise<Template> {
      const template = await find(organizationId, id)
      if (!template) throw notFound('Modelo não encontrado.')
      return TemplateFile.parse(template) as Template
    },
  }
}
