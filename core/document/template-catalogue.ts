/**
 * The document models an organization can choose from: the built-in ones, which are data files of the product, and
 * its own, which an administrator installs from the same kind of file. A document keeps a copy of its model, so
 * replacing or removing one touches nothing that was written.
 */
import { AppError, notFound, validationError } from '../errors.ts'
import type { Template } from './ports.ts'
import { TemplateFile } from './template-schema.ts'

/** A model that is not built in, and whose it is. */
export interface OwnTemplate {
  template: Template
  /** The doctor who made it, by the host's identifier; null when an administrator installed it. */
  owner: string | null
  /** Whether the whole organization may use it; always true of installed ones. */
  shared: boolean
}

/** An organization's own models at rest. */
export interface TemplateStore {
  /** By name. */
  list(organizationId: string): Promise<OwnTemplate[]>
  /** Inserts, or replaces the model of the same id. */
  save(organizationId: string, own: OwnTemplate, at: Date): Promise<void>
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
    return (await own(organizationId)).find((one) => one.id === id) ?? null
  }

  async function own(organizationId: string): Promise<Template[]> {
    return (await store.list(organizationId)).map(({ template }) => template)
  }

  return {
    /** Built-in ones in catalogue order, then the organization's own by name, doctors' private ones too. */
    async list(organizationId: string): Promise<Template[]> {
      return [...builtIn, ...(await own(organizationId))]
    },

    /** Without what doctors keep for themselves. */
    async listShared(organizationId: string): Promise<Template[]> {
      const own = await store.list(organizationId)
      return [...builtIn, ...own.filter(({ shared }) => shared).map(({ template }) => template)]
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
      const before = (await store.list(organizationId)).find(
        ({ template: { slug } }) => slug === given.slug,
      )
      const earlier = before?.template
      const template: Template = {
        ...given,
        id: earlier?.id ?? newId(),
        group: 'own',
        version: earlier ? Math.max(earlier.version + 1, given.version) : given.version,
      }
      const { owner, shared } = before ?? { owner: null, shared: true }
      await store.save(organizationId, { template, owner, shared }, now())
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
