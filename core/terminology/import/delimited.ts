/**
 * Tables of one record a line: `;`, tab or `,` between the fields, a header first, perhaps a
 * separator at the end of every line. A field is in quotes only when its closing quote ends it: the
 * official CID-10 has titles such as `"Flutter" e fibrilação atrial`, unescaped, which parsers that
 * follow RFC 4180 refuse or damage (decision 42).
 */
import { tableFileError } from './read-file.ts'

export interface DelimitedTable {
  /** As written, trimmed. */
  header: string[]
  rows: { line: number; fields: string[] }[]
}

const SEPARATORS = [';', '\t', ','] as const

/**
 * The first line that is not blank. @throws {AppError} `terminology_file_invalid` when there is
 * none
 */
export function delimitedHeader(file: string, text: string): string[] {
  const { header } = readHeader(file, splitLines(text))
  return header
}

/**
 * @throws {AppError} `terminology_file_invalid` where a line has not as many fields as the header
 */
export function parseDelimited(file: string, text: string): DelimitedTable {
  const lines = splitLines(text)
  const { first, separator, header } = readHeader(file, lines)
  const rows: DelimitedTable['rows'] = []
  for (let at = first + 1; at < lines.length; at++) {
    if (lines[at]!.trim() === '') continue
    const fields = splitLine(lines[at]!, separator)
    if (fields.length !== header.length)
      throw tableFileError(
        file,
        at + 1,
        `The header has ${header.length} fields and this line ${fields.length}${at >= lines.length - 2 ? ': the file may have been cut short' : ''}.`,
      )
    rows.push({ line: at + 1, fields })
  }
  return { header, rows }
}

function splitLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
}

function readHeader(file: string, lines: readonly string[]) {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) throw tableFileError(file, null, 'It is empty.')
  const separator = separatorOf(lines[first]!)
  return { first, separator, header: splitLine(lines[first]!, separator) }
}

function separatorOf(header: string): string {
  const count = (separator: string) => header.split(separator).length
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0]!
}

function splitLine(line: string, separator: string): string[] {
  const fields: string[] = []
  for (let at = 0; at <= line.length; ) {
    const quoted = line[at] === '"' ? quotedEnd(line, at, separator) : -1
    const end = quoted >= 0 ? quoted : line.indexOf(separator, at)
    const stop = end < 0 ? line.length : end
    const raw = line.slice(at, stop)
    fields.push((quoted >= 0 ? raw.slice(1, -1).replaceAll('""', '"') : raw).trim())
    at = stop + 1
  }
  return fields
}

/** Where a field that begins with a quote ends; -1 when the quotes belong to its text. */
function quotedEnd(line: string, start: number, separator: string): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] !== '"') continue
    if (line[at + 1] === '"') at++
    else return at + 1 === line.length || line[at + 1] === separator ? at + 1 : -1
  }
  return -1
}

export interface FixedColumn {
  name: string
  /** Characters [start, end), from 0. */
  start: number
  end: number
}

/**
 * Fixed-width tables of SIGTAP: `tb_x.txt` beside `tb_x_layout.txt`, which lists the columns as
 * `Coluna,Tamanho,Inicio,Fim,Tipo` with places counted from 1.
 * @throws {AppError} `terminology_file_invalid` when the places are no numbers or overlap
 */
export function parseLayout(file: string, text: string): FixedColumn[] {
  const { header, rows } = parseDelimited(file, text)
  const place = (name: string) => header.findIndex((one) => one.toUpperCase() === name)
  const [name, from, to] = [place('COLUNA'), place('INICIO'), place('FIM')]
  if (name < 0 || from < 0 || to < 0)
    throw tableFileError(file, 1, 'This is no layout: Coluna,Tamanho,Inicio,Fim,Tipo is expected.')
  let last = 0
  return rows.map(({ line, fields }) => {
    const start = Number(fields[from]) - 1
    const end = Number(fields[to])
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < last || end <= start)
      throw tableFileError(file, line, 'The places of this column cannot be right.')
    last = end
    return { name: fields[name]!.toUpperCase(), start, end }
  })
}

/**
 * @throws {AppError} `terminology_file_invalid` where a line is longer or shorter than the layout
 */
export function parseFixedWidth(
  file: string,
  text: string,
  columns: readonly FixedColumn[],
): { line: number; fields: Record<string, string> }[] {
  const width = columns.at(-1)?.end ?? 0
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((raw, index) => ({ raw, line: index + 1 }))
    .filter(({ raw }) => raw.trim() !== '')
    .map(({ raw, line }) => {
      if (raw.length !== width)
        throw tableFileError(
          file,
          line,
          `The layout has ${width} characters a line and this one ${raw.length}.`,
        )
      const fields = columns.map(({ name, start, end }) => [name, raw.slice(start, end).trim()])
      return { line, fields: Object.fromEntries(fields) }
    })
}
