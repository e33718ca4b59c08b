import m from 'mithril'
import { words } from './words.ts'

export interface Column<Row> {
  head: string
  cell(row: Row): m.Children
  /** Names the row to who cannot see the table. */
  isName?: boolean
}

/** On a narrow screen each row is a card, its cells under the names of their columns. */
export function table<Row extends object>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): m.Children {
  if (rows.length === 0) return m('p.soft', words.none)
  return m(
    'table',
    { role: 'table' },
    m('caption.hidden', caption),
    m(
      'thead',
      { role: 'rowgroup' },
      m(
        'tr',
        { role: 'row' },
        columns.map(({ head }) => m('th', { scope: 'col', role: 'columnheader' }, head)),
      ),
    ),
    m(
      'tbody',
      { role: 'rowgroup' },
      rows.map((row) =>
        m(
          'tr',
          { role: 'row' },
          columns.map(({ head, cell, isName }) =>
            isName
              ? m('th', { scope: 'row', role: 'rowheader', 'data-head': head }, cell(row))
              : m('td', { role: 'cell', 'data-head': head }, cell(row)),
          ),
        ),
      ),
    ),
  )
}
