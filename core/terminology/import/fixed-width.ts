/**
 * Fixed-width tables of SIGTAP: `tb_x.txt` beside `tb_x_layout.txt`, which lists the columns as
 * `Coluna,Tamanho,Inicio,Fim,Tipo` with places counted from 1.
 */
import { parseDelimited } from './delimited.ts'
import { tableFileError } from './read-file.ts'

export interface FixedColumn {
  name: string
  /** Characters [start, end), from 0. */
  start: number
  end: number
}

/** @throws {AppError} `terminology_file_invalid` when the places are no numbers or overlap */
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
