/**
 * What lies in the database of one box and another one wants as well: imported tables of codes, and
 * document models that an administrator installed. It goes with a bundle, as one part that is
 * signed like the others, and names no person and no organization.
 */
import { z } from 'zod'
import type { TemplateCatalogue } from '../templates/template-catalogue.ts'
import type { ImportedTable, TerminologyStore } from '../terminology/ports.ts'
import { systems } from '../terminology/systems.ts'

/** Its name in a bundle. */
export const CARRIED = 'data.json.gz'

const Carried = z.object({
  format: z.literal(1),
  tables: z.array(
    z.object({
      system: z.enum(Object.keys(systems) as [keyof typeof systems]),
      version: z.string().nullable(),
      digest: z.string(),
      importedAt: z.iso.datetime(),
      terms: z.array(
        z.object({ code: z.string(), display: z.string(), also: z.string().nullable() }),
      ),
    }),
  ),
  templates: z.array(
    // As `template install` takes it.
    z.object({ slug: z.string(), version: z.number(), file: z.record(z.string(), z.unknown()) }),
  ),
})
export type CarriedData = z.infer<typeof Carried>

/** @throws for what is no such text */
export const parseCarried = (text: string): CarriedData => Carried.parse(JSON.parse(text))

interface CollectDeps {
  tables: Pick<TerminologyStore, 'list' | 'terms'>
  /** An organization's own that no doctor made. */
  installed(organizationId: string): Promise<{ id: string; slug: string; version: number }[]>
  templates: Pick<TemplateCatalogue, 'export'>
}

/** @param organizationId whose document models go along; null: nobody's */
export async function collectCarried(
  { tables, installed, templates }: CollectDeps,
  organizationId: string | null,
): Promise<CarriedData> {
  const carried: CarriedData = { format: 1, tables: [], templates: [] }
  for (const { system, version, digest, importedAt } of await tables.list())
    carried.tables.push({
      system,
      version,
      digest,
      importedAt: importedAt.toISOString(),
      terms: await tables.terms(system),
    })
  if (organizationId === null) return carried
  for (const { id, slug, version } of await installed(organizationId)) {
    const file = { ...(await templates.export(organizationId, id)) }
    carried.templates.push({ slug, version, file })
  }
  return carried
}

interface TakeDeps {
  tables: Pick<TerminologyStore, 'list'>
  /** Writes them all or none. */
  replace(tables: readonly ImportedTable[]): Promise<void>
  templates: Pick<TemplateCatalogue, 'install' | 'versions'>
  organizations(): Promise<{ id: string }[]>
  sha256(text: string): string
}

export interface TakenIn {
  tables: string[]
  /** By slug. */
  templates: string[]
  /** No organization is here yet: document models wait for the first. */
  waits: boolean
}

/**
 * A table is taken where there is none of its kind, or an older import; a document model where an
 * organization has none of that slug, or a lower version: what an administrator of this box did
 * since stays.
 * @throws {Error} when a table is not what it says it is
 */
export async function takeCarried(deps: TakeDeps, data: CarriedData): Promise<TakenIn> {
  const here = new Map((await deps.tables.list()).map((table) => [table.system, table]))
  const tables = data.tables.filter(({ system, digest, importedAt }) => {
    const present = here.get(system)
    return !present || (present.digest !== digest && present.importedAt < new Date(importedAt))
  })
  for (const { system, digest, terms } of tables)
    if (deps.sha256(JSON.stringify(terms)) !== digest)
      throw new Error(`the table ${system} is not what was packed`)
  if (tables.length > 0) await deps.replace(tables)

  const organizations = await deps.organizations()
  const templates = new Set<string>()
  for (const { id } of organizations)
    for (const { slug, version, file } of data.templates) {
      const [newest] = await deps.templates.versions(id, slug)
      if (newest && newest.template.version >= version) continue
      const { unchanged } = await deps.templates.install(id, JSON.stringify(file))
      if (!unchanged) templates.add(slug)
    }
  return {
    tables: tables.map(({ system }) => system),
    templates: [...templates],
    waits: organizations.length === 0 && data.templates.length > 0,
  }
}
