/**
 * Import of official tables: administrators bring the files, nothing is downloaded. First
 * everything is read and judged, then shown, then written at once: a table is replaced whole or not
 * at all.
 */
import { AppError } from '../../errors.ts'
import type { ImportedTable, Term, TerminologyStore, TerminologySystem } from '../ports.ts'
import { canonicalCode, systems } from '../systems.ts'
import { decodeText } from './decode-text.ts'
import type { ReadFile, ReadTable, Row } from './read-file.ts'
import { tableFileError } from './read-file.ts'
import { CID10_FILES, readTableFile } from './table-file.ts'

/** A file on the administrator's disk. */
export interface TableFile {
  path: string
  sizeBytes: number
  /** Whether it was named itself, or lies in a folder that was. */
  named: boolean
  read(): Promise<Uint8Array>
}

export interface TableFiles {
  /** Files, and those directly in folders. @throws {AppError} `file_not_readable` */
  list(paths: readonly string[]): Promise<TableFile[]>
}

export interface PlannedTable extends ImportedTable {
  files: string[]
  /** How many the present table holds; null when none is imported. */
  replaces: number | null
  /** Exactly what is there already. */
  unchanged: boolean
}

export interface TablePlan {
  tables: PlannedTable[]
  skipped: { path: string; reason: string }[]
}

export type TableImport = ReturnType<typeof tableImport>

/** The largest official table is under 3 MB. */
const MAX_BYTES = 64 * 1024 * 1024
const LONGEST_DISPLAY = 2000
const TEXT_FILE = /\.(?:csv|txt|json|tsv)$/i

interface Deps {
  store: TerminologyStore
  files: TableFiles
  /** SHA-256 in hex. */
  sha256: (text: string) => string
  now: () => Date
}

export function tableImport({ store, files, sha256, now }: Deps) {
  return {
    /**
     * Reads and checks all of it, and writes nothing.
     * @throws {AppError} `terminology_file_invalid`, `terminology_twice`, `file_too_large`,
     * `file_not_readable`
     */
    async plan(
      paths: readonly string[],
      options: { version?: string; onProgress?: (done: number, total: number) => void } = {},
    ): Promise<TablePlan> {
      const found = await files.list(paths)
      const skipped: TablePlan['skipped'] = []
      const read = new Map<TerminologySystem, ReadTable[]>()
      for (const [index, file] of found.entries()) {
        options.onProgress?.(index, found.length)
        const result = await readOne(file, found)
        if ('system' in result)
          read.set(result.system, [...(read.get(result.system) ?? []), result])
        else if (file.named && !result.known)
          throw tableFileError(
            file.path,
            null,
            'This is no official table of CID-10, SIGTAP, TUSS or CBO, and no CodeSystem.',
          )
        else skipped.push({ path: file.path, reason: result.skipped })
      }
      const present = new Map((await store.list()).map((table) => [table.system, table]))
      const tables = [...read].map(([system, parts]) => {
        const table = join(system, parts, options.version ?? null, sha256)
        const here = present.get(system)
        return {
          ...table,
          replaces: here?.concepts ?? null,
          unchanged: here?.digest === table.digest && here.version === table.version,
        }
      })
      return { tables, skipped }
    },

    /** Writes what changes, all of it or nothing. */
    async apply(
      { tables }: TablePlan,
      onProgress?: (done: number, total: number) => void,
    ): Promise<void> {
      const changed = tables.filter(({ unchanged }) => !unchanged)
      if (changed.length > 0) await store.replace(changed, now(), onProgress)
    },
  }
}

async function readOne(file: TableFile, all: readonly TableFile[]): Promise<ReadFile> {
  if (!file.named && !TEXT_FILE.test(file.path))
    return { file: file.path, skipped: 'no table of codes', known: false }
  if (file.sizeBytes > MAX_BYTES)
    throw new AppError(
      'too-large',
      'file_too_large',
      `${file.path} has more than ${MAX_BYTES / 1024 / 1024} MiB: no official table has. Nothing was imported.`,
    )
  const text = decodeText(file.path, await file.read())
  const companion = all.find(
    ({ path }) => path.toLowerCase() === file.path.toLowerCase().replace(/\.txt$/, '_layout.txt'),
  )
  const layout =
    companion && companion !== file ? decodeText(companion.path, await companion.read()) : undefined
  return readTableFile(file.path, text, layout)
}

function join(
  system: TerminologySystem,
  parts: readonly ReadTable[],
  version: string | null,
  sha256: Deps['sha256'],
): ImportedTable & { files: string[] } {
  const sources = new Set(parts.map(({ source }) => source))
  const files = parts.map(({ file }) => file)
  if (sources.size > 1)
    throw new AppError(
      'invalid',
      'terminology_twice',
      `${system} is in several files: ${files.join(', ')}. Name the one that counts.`,
    )
  const terms = new Map<string, Term>()
  for (const { file, rows } of parts) {
    if (rows.length === 0) throw tableFileError(file, null, 'It holds no codes.')
    for (const row of rows) add(terms, system, file, row)
  }
  if (system === 'CID10' && sources.has(CID10_FILES.source)) requireBothLevels(terms, files)
  const sorted = [...terms.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  const named = version ?? parts[0]?.version ?? null
  return { system, version: named, digest: sha256(JSON.stringify(sorted)), terms: sorted, files }
}

function add(terms: Map<string, Term>, system: TerminologySystem, file: string, row: Row) {
  const code = canonicalCode(system, row.code)
  if (!systems[system].pattern.test(code))
    throw tableFileError(
      file,
      row.line,
      `"${row.code.slice(0, 40)}" is no code: ${systems[system].shape}.`,
    )
  const display = tidy(row.display)
  if (display === '') throw tableFileError(file, row.line, `${code} has no title.`)
  if (display.length > LONGEST_DISPLAY)
    throw tableFileError(file, row.line, `The title of ${code} is too long.`)
  const before = terms.get(code)
  // The CID-10 repeats undivided categories among its subcategories, word for word.
  if (before && before.display !== display)
    throw tableFileError(file, row.line, `${code} stands there twice, with different titles.`)
  terms.set(code, { code, display, also: row.also === null ? null : tidy(row.also) })
}

/**
 * One space between words; the medicines' table has a few control characters where apostrophes
 * were.
 */
function tidy(text: string): string {
  return text.replace(/[\s\u0080-\u009f]+/g, ' ').trim()
}

/**
 * Without its categories the table would lack `J06`, without the subcategories nearly everything.
 */
function requireBothLevels(terms: ReadonlyMap<string, Term>, files: readonly string[]) {
  const whole = [...terms.keys()]
  const divided = new Set(whole.filter((code) => code.length === 4).map((code) => code.slice(0, 3)))
  const missing =
    divided.size === 0
      ? 'CID-10-SUBCATEGORIAS.CSV'
      : [...divided].every((category) => terms.has(category))
        ? null
        : 'CID-10-CATEGORIAS.CSV'
  if (missing)
    throw tableFileError(
      files.join(', '),
      null,
      `The CID-10 needs its categories and its subcategories: ${missing} is missing or incomplete. Name both, or the folder that they lie in.`,
    )
}
