/**
 * The document models an organization can choose from: the built-in ones, which are data files of
 * the product, and its own, which an administrator installs from the same kind of file. A document
 * keeps a copy of its model, so replacing or removing one touches nothing that was written.
 */

import { templateText } from '../document/models/fingerprint.ts'
import type { Template } from '../document/models/ports.ts'
import { AppError, notFound } from '../errors.ts'
import { checkTemplate, refuseFaults } from './check-template.ts'
import {
  type ListVersions,
  modelConflict,
  nextVersion,
  type TemplateVersion,
} from './model-identity.ts'
import { fileOf } from './template-file.ts'

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
  /**
   * Inserts, or replaces the model of the same id; its version is kept beside those before it.
   * @param replaces the version that the caller has seen as the current one; null: there was none
   * @returns false, and nothing is written, when another one is current by now, or another model
   * took the slug
   */
  save(
    organizationId: string,
    own: OwnTemplate,
    { replaces, at }: { replaces: number | null; at: Date },
  ): Promise<boolean>
  /** @returns false when there was none */
  remove(organizationId: string, id: string): Promise<boolean>
  listVersions: ListVersions
  /** That were written with a model, of any version, and not deleted. */
  countDocuments(organizationId: string, id: string): Promise<number>
}

export interface Installed {
  template: Template
  /** The same content as the current version had: nothing was written. */
  unchanged: boolean
}

export interface ListedVersion extends TemplateVersion {
  isCurrent: boolean
  /** No version of its model is current: it was removed. */
  isRemoved: boolean
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

  /** @throws {AppError} `version_conflict` */
  async function save(organizationId: string, next: OwnTemplate, before: OwnTemplate | undefined) {
    const replaces = before?.template.version ?? null
    if (!(await store.save(organizationId, next, { replaces, at: now() }))) throw modelConflict()
  }

  async function get(organizationId: string, id: string): Promise<Template> {
    const template = await find(organizationId, id)
    if (!template) throw notFound('Modelo não encontrado.')
    return template
  }

  return {
    /**
     * Built-in ones in catalogue order, then the organization's own by name, doctors' private ones
     * too.
     */
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
     * Installs a model file. The same slug again is the next version of the same model, also of one
     * that was removed.
     * @throws {AppError} `template_invalid` with every fault's line, `slug_taken` for a built-in
     * model's slug, `version_conflict`
     */
    async install(organizationId: string, text: string): Promise<Installed> {
      const checked = checkTemplate(text)
      const given = refuseFaults(checked)
      const versions = await store.listVersions(organizationId)
      const before = (await store.list(organizationId)).find(
        ({ template: { slug } }) => slug === given.slug,
      )
      const removed = versions.find(({ template: { slug } }) => slug === given.slug)
      // A later product may bring a model of a name that the organization had first: it keeps it.
      const isTaken = builtIn.some(({ id, slug }) => slug === given.slug || id === given.slug)
      if (!before && !removed && isTaken)
        throw new AppError(
          'conflict',
          'slug_taken',
          'Um modelo do produto já usa este slug: escolha outro.',
        )
      const id = before?.template.id ?? removed?.template.id ?? newId()
      if (before && templateText(before.template) === templateText(given))
        return { template: before.template, unchanged: true }
      const version = Math.max(nextVersion(versions, id), given.version)
      const { owner, shared } = before ?? { owner: null, shared: true }
      await save(organizationId, { template: { ...given, id, version }, owner, shared }, before)
      return { template: await get(organizationId, id), unchanged: false }
    },

    /**
     * Newest first within a model; of one model by its id or slug, else of all. Also of models that
     * were removed.
     */
    async versions(organizationId: string, ref?: string): Promise<ListedVersion[]> {
      const [all, current] = [await store.listVersions(organizationId), await own(organizationId)]
      return all
        .filter(({ template: { id, slug } }) => !ref || id === ref || slug === ref)
        .map((one) => {
          const now = current.find(({ id }) => id === one.template.id)
          return { ...one, isCurrent: now?.version === one.template.version, isRemoved: !now }
        })
    },

    /**
     * Makes an earlier version the current one again; documents written meanwhile keep theirs. A
     * removed model comes back.
     * @param version undefined: the one before the current
     * @throws {AppError} `template_version_missing`, `version_conflict`
     */
    async rollBack(
      organizationId: string,
      id: string,
      version: number | undefined,
    ): Promise<Template> {
      const before = (await store.list(organizationId)).find(({ template }) => template.id === id)
      const versions = (await store.listVersions(organizationId)).filter(
        ({ template }) => template.id === id,
      )
      const below = before?.template.version ?? Number.POSITIVE_INFINITY
      const found = versions.find(({ template }) =>
        version === undefined ? template.version < below : template.version === version,
      )
      if (!found)
        throw new AppError(
          'not-found',
          'template_version_missing',
          version === undefined
            ? 'There is no earlier version of this document model.'
            : `There is no version ${version} of this document model. See: svcctl template list --versions`,
        )
      const { owner, shared } = before ?? { owner: null, shared: true }
      await save(organizationId, { template: found.template, owner, shared }, before)
      return get(organizationId, id)
    },

    /** Documents written with a model, of any version: they stay whatever becomes of it. */
    countDocuments: (organizationId: string, id: string) =>
      store.countDocuments(organizationId, id),

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

    /**
     * The model as a file that `install` takes; `version` undefined: the current one.
     * @throws {AppError} `not_found`, `template_version_missing`
     */
    async export(organizationId: string, id: string, version?: number): Promise<object> {
      if (version === undefined) return fileOf(await get(organizationId, id))
      const kept = [
        ...(await store.listVersions(organizationId)).map(({ template }) => template),
        ...builtIn,
      ].find((one) => one.id === id && one.version === version)
      if (kept) return fileOf(kept)
      throw new AppError(
        'not-found',
        'template_version_missing',
        `There is no version ${version} of this document model. See: svcctl template list --versions`,
      )
    },
  }
}
