// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * Words of a PDF are read as they are laid out: letters set apart as words, short columns as a
 * whole; where neither is sure, the file says so (issue: nothing is silently left out).
 */
import test, { type ExecutionContext } from 'ava'
import type { FileInfo } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf, placed } from '../helpers/make-pdf.ts'

async function reader(t: ExecutionContext) {
  const server = await startFileServer(t)
  return async (drawing: string): Promise<{ lines: string[]; unused: unknown[] }> => {
    const file: FileInfo = await server.upload(makePdf([[]], { drawing }))
    const { token } = server
    const { body } = await server.call('GET', `/api/v1/files/${file.id}/text`, { token })
    const unused = file.use!.unused.map(({ code, count, page }) => ({ code, count, page }))
    return { lines: body.pages[0].split('\n'), unused }
  }
}

/** By the space between letters that a program sets. */
const spaced = (text: string, y: number, space: number) =>
  `BT /F1 12 Tf ${space} Tc 60 ${y} Td (${text}) Tj 0 Tc ET`

test.serial('letters set apart are words, by blanks or by the space between them', async (t) => {
  const read = await reader(t)
  const { lines, unused } = await read(
    [
      spaced('HEMOGRAMA COMPLETO', 780, 7),
      spaced('Paciente: Jorge da Silva', 750, 4),
      placed([
        ['H e m o g l o b i n a   1 3 , 2   g / d L', 60, 720],
        ['L A U D O', 60, 690],
        ['E X A M E S', 60, 660],
        ['A B C D', 60, 630],
        ['Dor: 0 1 2 3 4 5 6 7 8 9 10', 60, 600],
        ['Glicose 98 mg/dL', 60, 570],
      ]),
    ].join('\n'),
  )
  t.deepEqual(lines, [
    'HEMOGRAMA COMPLETO',
    'Paciente: Jorge da Silva',
    'Hemoglobina 13,2 g/dL',
    'L A U D O',
    'EXAMES',
    'A B C D',
    'Dor: 0 1 2 3 4 5 6 7 8 9 10',
    'Glicose 98 mg/dL',
  ])
  t.deepEqual(unused, [])
})

test.serial('where no wider blank divides letters set apart, the file says so', async (t) => {
  const read = await reader(t)
  const { lines, unused } = await read(placed([['G l i c o s e 9 8 m g / d L', 60, 720]]))
  t.deepEqual(lines, ['G l i c o s e 9 8 m g / d L'])
  t.deepEqual(unused, [{ code: 'letters_apart', count: 1, page: 1 }])
})

test.serial('short columns are read whole; where that is not sure, the file says so', async (t) => {
  const read = await reader(t)
  const sure = await read(
    placed([
      ['Paciente refere dor lombar que', 60, 720],
      ['irradia para a perna esquerda.', 60, 706],
      ['Nega febre e perda de peso no', 320, 720],
      ['mesmo tempo. Usa dipirona.', 320, 706],
    ]),
  )
  t.deepEqual(sure, {
    lines: [
      'Paciente refere dor lombar que irradia para a perna esquerda.  Nega febre e perda de peso no mesmo tempo. Usa dipirona.',
    ],
    unused: [],
  })
  const unsure = await read(
    placed([
      ['Ausculta', 60, 720],
      ['pulmonar', 60, 706],
      ['sons vesiculares', 160, 720],
      ['presentes', 160, 706],
    ]),
  )
  t.deepEqual(unsure, {
    lines: ['Ausculta  sons vesiculares', 'pulmonar  presentes'],
    unused: [{ code: 'columns_unsure', count: 1, page: 1 }],
  })
})
