// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * What a page says by more than its letters: words that are crossed out, letters that are raised or
 * lowered, words drawn in curves.
 */
import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import type { FileInfo } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf } from '../helpers/make-pdf.ts'

async function reader(t: ExecutionContext) {
  const server = await startFileServer(t, { config: { fileMaxCount: 60 } })
  return async (content: Buffer) => {
    const file: FileInfo = await server.upload(content)
    t.is(file.state, 'ready', file.error?.message ?? '')
    const path = `/api/v1/files/${file.id}/text`
    const { body } = await server.call('GET', path, { token: server.token })
    const lines = (body.pages as string[]).flatMap((page) => page.split('\n'))
    return { lines, unused: file.use!.unused }
  }
}

const drawn = (drawing: string, page = '') => makePdf([[]], { drawing, page })
/** Some 83 points wide. */
const OLD = 'BT /F1 11 Tf 60 700 Td (Losartana 50 mg) Tj ET'
const NEW = 'BT /F1 11 Tf 60 660 Td (Enalapril 10 mg) Tj ET'

const crossed: [how: string, pdf: Buffer, words: number, lines?: string[]][] = [
  ['a line drawn over them', drawn(`${OLD} ${NEW} 60 703 m 143 703 l S`), 3],
  ['a thin bar, as Word draws it', drawn(`${OLD} ${NEW} 60 702.6 83 0.7 re f`), 3],
  [
    'a line for each of them',
    drawn(`${OLD} ${NEW} 60 703 m 109 703 l S 112 703 m 124 703 l S 127 703 m 143 703 l S`),
    3,
  ],
  [
    'the mark of a program that shows PDFs',
    drawn(
      `${OLD} ${NEW}`,
      '/Annots [<< /Type /Annot /Subtype /StrikeOut /F 4 /Rect [58 696 146 712] /QuadPoints [60 710 143 710 60 698 143 698] >>]',
    ),
    3,
  ],
  [
    'a line over one word of a row',
    drawn(`BT /F1 11 Tf 60 660 Td (Losartana Enalapril 10 mg) Tj ET 60 663 m 110 663 l S`),
    1,
  ],
]

test('words that are crossed out are left out, and that is told', async (t) => {
  const read = await reader(t)
  for (const [how, pdf, words, lines = ['Enalapril 10 mg']] of crossed) {
    const { lines: got, unused } = await read(pdf)
    t.deepEqual(got, lines, how)
    t.deepEqual(
      unused.map(({ code, page, count }) => [code, page, count]),
      [['text_struck', 1, words]],
      how,
    )
  }
  const { unused } = await read(crossed[0]![1])
  t.is(unused[0]!.message, '3 palavras riscadas na página 1 não foram usadas. Confira o original.')
})

const BOTH = ['Losartana 50 mg', 'Enalapril 10 mg']

test('underlines, rules of tables and lines of a chart cross nothing out', async (t) => {
  const read = await reader(t)
  for (const drawing of [
    '60 698 m 143 698 l S',
    '50 712 m 300 712 l S 50 690 m 300 690 l S 50 690 m 50 712 l S',
    '20 703 m 560 703 l S',
    '60 696 83 16 re S',
  ]) {
    const { lines, unused } = await read(drawn(`${OLD} ${NEW} ${drawing}`))
    t.deepEqual([lines, unused], [BOTH, []], drawing)
  }
})

/** @param rise in points, of letters in a smaller size */
const script = (before: string, text: string, rise: number, behind = '') =>
  `BT /F1 11 Tf 60 700 Td (${before}) Tj /F1 7 Tf ${rise} Ts (${text}) Tj 0 Ts /F1 11 Tf (${behind}) Tj ET`

test('raised and lowered letters are no digits of the number before them', async (t) => {
  const read = await reader(t)
  for (const [drawing, line] of [
    [script('Glicemia 98', '1', 4, ' mg/dL'), 'Glicemia 98¹ mg/dL'],
    [script('Plaquetas 212 x 10', '3', 4, '/mm'), 'Plaquetas 212 x 10³/mm'],
    [script('Hemoglobina 13,2', 'H', 4, ' g/dL'), 'Hemoglobina 13,2 H g/dL'],
    [script('CO', '2', -3, ' 24 mmol/L'), 'CO2 24 mmol/L'],
    [script('Vitamina B', '12', -2, ' 340 pg/mL'), 'Vitamina B12 340 pg/mL'],
    [script('', '2', 4, 'Amostra em jejum'), '² Amostra em jejum'],
    [script('Glicose 9', '8', 0, ' mg/dL'), 'Glicose 98 mg/dL'],
  ] as const) {
    const { lines, unused } = await read(drawn(`${drawing} ${NEW}`))
    t.deepEqual([lines, unused], [[line, 'Enalapril 10 mg'], []], line)
  }
})

test('a row of letters in curves beside printed text is read', async (t) => {
  const read = await reader(t)
  const pdf = await readFile(new URL('../fixtures/words-in-curves.pdf', import.meta.url))
  const { lines, unused } = await read(pdf)
  t.deepEqual([lines, unused], [['Glicose 98 mg/dL', 'Resultado: PSA 4,12 ng/mL'], []])
})
