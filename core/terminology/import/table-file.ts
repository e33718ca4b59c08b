/**
 * Files of official tables: which table each holds, and its rows. Pure: text in, rows or a reason
 * out.
 */
import { fold } from '../../portuguese/tokens.ts'
import type { TerminologySystem } from '../ports.ts'
import { parseCodeSystem } from './code-system.ts'
import {
  delimitedHeader,
  type FixedColumn,
  parseDelimited,
  parseFixedWidth,
  parseLayout,
} from './delimited.ts'
import type { ReadFile } from './read-file.ts'
import { tableFileError } from './read-file.ts'

/** The official CID-10 is one table in two files. */
export const CID10_FILES = { source: 'CID-10 CSV', categories: 'CAT', subcategories: 'SUBCAT' }

/** Columns that tell a table; folded, so that any spelling of the header is known. */
const HEADERS: readonly {
  system: TerminologySystem
  code: string
  display: string
  /** Further columns it must have. */
  with?: readonly string[]
  source?: string
}[] = [
  { system: 'CID10', code: 'subcat', display: 'descricao', source: CID10_FILES.source },
  {
    system: 'CID10',
    code: 'cat',
    display: 'descricao',
    with: ['classif'],
    source: CID10_FILES.source,
  },
  { system: 'TUSS', code: 'codigo do termo', display: 'termo' },
  { system: 'SIGTAP', code: 'co_procedimento', display: 'no_procedimento' },
  { system: 'CBO', code: 'codigo', display: 'titulo' },
]

/** Official companions that hold no codes of ours. */
const NOT_CODES: readonly { columns: readonly string[]; what: string }[] = [
  { columns: ['numcap'], what: 'chapters of the CID-10, no codes' },
  { columns: ['catinic', 'catfim'], what: 'groups of the CID-10, no codes' },
  { columns: ['cat', 'descricao'], what: 'another classification (CID-O)' },
  { columns: ['coluna', 'inicio', 'fim'], what: 'the layout of another file' },
]

/**
 * Where the two columns have stood in every published `tb_procedimento_layout.txt`: for a file
 * without its layout.
 */
const PROCEDURE_COLUMNS: readonly FixedColumn[] = [
  { name: 'CO_PROCEDIMENTO', start: 0, end: 10 },
  { name: 'NO_PROCEDIMENTO', start: 10, end: 260 },
]

/**
 * @param layout text of the `…_layout.txt` beside a fixed-width file
 * @throws {AppError} `terminology_file_invalid`
 */
export function readTableFile(file: string, text: string, layout?: string): ReadFile {
  const name = fold(file.split(/[\\/]/).at(-1) ?? file)
  if (/^\s*[{[]/.test(text.replace(/^\ufeff/, ''))) return parseCodeSystem(file, text)
  const leftOut = (what: string) => ({ file, skipped: what, known: true })
  if (/^(?:tb|rl)_.*_layout\.txt$/.test(name)) return leftOut('the layout of another file')
  if (name === 'tb_procedimento.txt') return procedures(file, text, layout)
  if (/^(?:tb|rl)_\w+\.txt$/.test(name)) return leftOut('a table of SIGTAP without procedures')
  // Same header and codes as the occupations, but several names a code.
  if (name.includes('sinonimo')) return leftOut('synonyms of occupations')
  return delimited(file, text)
}

function procedures(file: string, text: string, layout?: string): ReadFile {
  const columns = layout === undefined ? undefined : parseLayout(`${file} (layout)`, layout)
  for (const { name } of PROCEDURE_COLUMNS)
    if (columns && !columns.some((column) => column.name === name))
      throw tableFileError(file, null, `Its layout has no column ${name}.`)
  const lines = columns
    ? parseFixedWidth(file, text, columns)
    : parseFixedWidth(file, cutTo(text, 260), PROCEDURE_COLUMNS)
  return {
    file,
    system: 'SIGTAP',
    source: file,
    // The month it is for, `202512`: procedures are refused outside of theirs (RNDS.md §6.3,
    // ERR802).
    version: lines[0]?.fields.DT_COMPETENCIA ?? null,
    rows: lines.map(({ line, fields }) => ({
      line,
      code: fields.CO_PROCEDIMENTO ?? '',
      display: fields.NO_PROCEDIMENTO ?? '',
      also: null,
    })),
  }
}

function cutTo(text: string, width: number): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.slice(0, width))
    .join('\n')
}

function delimited(file: string, text: string): ReadFile {
  const columns = delimitedHeader(file, text).map((column) => fold(column))
  const at = (column: string) => columns.indexOf(column)
  const table = HEADERS.find(
    ({ code, display, with: needed = [] }) =>
      at(code) >= 0 && at(display) >= 0 && needed.every((column) => at(column) >= 0),
  )
  if (!table) {
    const companion = NOT_CODES.find((one) => one.columns.every((column) => at(column) >= 0))
    return companion
      ? { file, skipped: companion.what, known: true }
      : { file, skipped: 'no table of codes', known: false }
  }
  const rows = parseDelimited(file, text).rows.map(({ line, fields }) => ({
    line,
    code: fields[at(table.code)] ?? '',
    display: fields[at(table.display)] ?? '',
    also: null,
  }))
  // The groups of occupations have the same two columns; an occupation has six digits.
  if (table.system === 'CBO' && rows.length > 0 && rows.every(({ code }) => /^\d{1,4}$/.test(code)))
    return { file, skipped: 'groups of occupations', known: true }
  return { file, system: table.system, source: table.source ?? file, version: null, rows }
}
