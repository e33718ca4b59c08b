/**
 * The tables as the rest of the product asks them. Each is indexed in memory when it is first asked
 * for, and again when its digest in the database changes: `svcctl` imports beside a running server.
 */
import type {
  Terminology as Port,
  StoredTable,
  TableInfo,
  Term,
  TerminologyStore,
  TerminologySystem,
} from './ports.ts'
import { type CommonName, cid10Names, sigtapNames } from './search/common-names.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'
import { systemNames } from './systems.ts'

/** Common codes that come with the product, for a box without the official table. */
export interface StarterTable {
  system: TerminologySystem
  version: string
  /** In the order of their codes. */
  terms: readonly Term[]
}

interface Deps {
  store: Pick<TerminologyStore, 'list' | 'terms'>
  starters: readonly StarterTable[]
  /** Between steps of building an index, so that nobody who records has to wait. */
  pause?: () => Promise<void>
}

const STARTER_DIGEST = 'starter'
const DEFAULT_LIMIT = 10
const NAMES: Partial<Record<TerminologySystem, readonly CommonName[]>> = {
  CID10: cid10Names,
  SIGTAP: sigtapNames,
}

export function terminology({ store, starters, pause = async () => {} }: Deps): Port {
  const indexes = new Map<TerminologySystem, { digest: string; index: Promise<SearchIndex> }>()
  const starterOf = (system: TerminologySystem) => starters.find((one) => one.system === system)

  async function indexOf(system: TerminologySystem): Promise<SearchIndex> {
    const stored = (await store.list()).find((table) => table.system === system)
    const digest = stored?.digest ?? STARTER_DIGEST
    const present = indexes.get(system)
    if (present?.digest === digest) return present.index
    const index = build(system, stored)
    indexes.set(system, { digest, index })
    // One that failed is not kept: the next question tries again.
    index.catch(() => {
      if (indexes.get(system)?.index === index) indexes.delete(system)
    })
    return index
  }

  async function build(system: TerminologySystem, stored: StoredTable | undefined) {
    const starter = starterOf(system)?.terms ?? []
    return buildSearchIndex({
      system,
      terms: stored ? await store.terms(system) : starter,
      names: NAMES[system] ?? [],
      common: new Set(starter.map(({ code }) => code)),
      pause,
    })
  }

  return {
    async find(system, code) {
      return (await indexOf(system)).find(code)
    },

    async search(system, text, { limit = DEFAULT_LIMIT } = {}) {
      return (await indexOf(system)).search(text, limit)
    },

    async tables() {
      const stored = await store.list()
      return systemNames.flatMap((system): TableInfo[] => {
        const table = stored.find((one) => one.system === system)
        if (table) {
          const { concepts, version, importedAt } = table
          return [{ system, concepts, origin: 'imported', version, importedAt }]
        }
        const starter = starterOf(system)
        if (!starter) return []
        const { terms, version } = starter
        return [{ system, concepts: terms.length, origin: 'starter', version, importedAt: null }]
      })
    },
  }
}
