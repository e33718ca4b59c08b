import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import {
  type TableFile,
  type TableFiles,
  tableImport,
} from '../../core/terminology/import/import-tables.ts'
import type { ImportedTable, StoredTable, TerminologyStore } from '../../core/terminology/ports.ts'
import { hasShared, sharedPath } from './shared-files.ts'

const cid10Folder = 'terminology'
const definitionsFolder = 'rnds/definitions/terminology'

/**
 * For tests against the ministry's own files, which are not part of the product: skipped by name
 * without them.
 */
export const withOfficial =
  hasShared(cid10Folder) && hasShared(definitionsFolder) ? test : test.skip

/** The official files as an administrator would hand them over. */
export const officialFiles = {
  cid10: () => filesIn(sharedPath(cid10Folder), /\.csv$/i),
  definition: (id: string) =>
    filesIn(sharedPath(definitionsFolder), new RegExp(`CodeSystem-${id}[.-]`)),
}

function filesIn(folder: string, name: RegExp): TableFile[] {
  return readdirSync(folder)
    .filter((entry) => name.test(entry))
    .map((entry) => tableFile(entry, readFileSync(join(folder, entry)), { named: false }))
}

export function tableFile(
  path: string,
  content: string | Uint8Array,
  { named = true, sizeBytes }: { named?: boolean; sizeBytes?: number } = {},
): TableFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { path, named, sizeBytes: sizeBytes ?? bytes.length, read: async () => bytes }
}

/** Tables in memory. */
export function memoryTables() {
  const tables = new Map<string, { table: ImportedTable; at: Date }>()
  const store: TerminologyStore = {
    async list() {
      return [...tables.values()].map(
        ({ table: { terms, ...table }, at }): StoredTable => ({
          ...table,
          concepts: terms.length,
          importedAt: at,
        }),
      )
    },
    terms: async (system) => [...(tables.get(system)?.table.terms ?? [])],
    async replace(all, at) {
      for (const table of all) tables.set(table.system, { table, at })
    },
  }
  return store
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An import of the given files into `store`. */
export function importOf(files: readonly TableFile[], store = memoryTables()) {
  const source: TableFiles = { list: async () => [...files] }
  return tableImport({ store, files: source, sha256, now: () => new Date('2026-01-01T12:00:00Z') })
}
