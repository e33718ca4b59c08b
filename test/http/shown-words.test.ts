// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * A page is judged by what it shows: words that are in a PDF and on no screen are left out, and the
 * account of use says so; words that are seen, however they are drawn, stay.
 */
import test, { type ExecutionContext } from 'ava'
import type { FileInfo } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf, makeScannedPdf, stream } from '../helpers/make-pdf.ts'
import { paintedPicture, printedPicture } from '../helpers/make-picture.ts'

const SEEN = 'BT /F1 11 Tf 60 700 Td (Glicose 98 mg/dL) Tj ET'
const OTHER = 'BT /F1 11 Tf 60 650 Td (Creatinina 9,9) Tj ET'

async function reader(t: ExecutionContext, config: object = {}) {
  const server = await startFileServer(t, { config: { fileMaxCount: 60, ...config } })
  async function read(
    content: Buffer,
  ): Promise<{ lines: string[]; open: [string, number | null][] }> {
    const file: FileInfo = await server.upload(content)
    t.is(file.state, 'ready', file.error?.message ?? '')
    const path = `/api/v1/files/${file.id}/text`
    const { body } = await server.call('GET', path, { token: server.token })
    return {
      lines: (body.pages as string[]).flatMap((page) => page.split('\n')),
      open: file.use!.unused.map(({ code, count }) => [code, count]),
    }
  }
  return read
}

/** @param off whether the layer `L1` is switched off */
function layered(drawing: string, off: boolean): Buffer {
  const pdf = makePdf([[]], {
    drawing,
    catalog: `/OCProperties << /OCGs [6 0 R] /D << ${off ? '/OFF [6 0 R]' : ''} >> >>`,
    objects: ['<< /Type /OCG /Name (Rascunho) >>'],
  })
  return withResource(pdf, '/Properties << /L1 6 0 R >>')
}

function withResource(pdf: Buffer, resource: string): Buffer {
  const text = pdf.toString('latin1').replace('/Resources << ', `/Resources << ${resource} `)
  return Buffer.from(text, 'latin1')
}

const drawn = (drawing: string, page = '') => makePdf([[]], { drawing: `${SEEN} ${drawing}`, page })
const note = (colour: string) =>
  makePdf([[]], {
    drawing: SEEN,
    page: `/Annots [<< /Type /Annot /Subtype /FreeText /F 4 /Rect [60 600 260 620] /DA (/Helv 11 Tf) /Contents (Repetir) /AP << /N 6 0 R >> >>]`,
    objects: [
      stream(
        `BT ${colour} g /F1 11 Tf 2 5 Td (Repetir) Tj ET`,
        '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>',
      ),
    ],
  })

const notShown: [what: string, pdf: Buffer, words: number, lines?: string[]][] = [
  ['a layer that is switched off', layered(`${SEEN} /OC /L1 BDC ${OTHER} EMC`, true), 2],
  [
    'a layer that is switched off, in the place of what is seen',
    layered(`${SEEN} /OC /L1 BDC ${SEEN.replace('98', '999')} EMC`, true),
    1,
  ],
  ['white on white', drawn(`1 g ${OTHER}`), 2],
  ['nearly white on white', drawn(`0.98 g ${OTHER}`), 2],
  [
    'a white number in a line that is seen',
    makePdf([[]], {
      drawing: 'BT /F1 11 Tf 60 700 Td (Glicose ) Tj 1 g (9) Tj 0 g (98 mg/dL) Tj ET',
    }),
    1,
  ],
  ['black under a black bar', drawn(`${OTHER} 50 640 200 30 re f`), 2],
  ['black under a white bar', drawn(`${OTHER} 1 g 50 640 200 30 re f`), 2],
  [
    'a number half under a bar',
    drawn(`${OTHER} 118 640 200 30 re f`),
    1,
    ['Glicose 98 mg/dL', 'Creatinina'],
  ],
  ['as good as without size', drawn(OTHER.replace('11 Tf', '0.4 Tf')), 2],
  ['outside the page', drawn(OTHER.replace('60 650', '700 650')), 2],
  ['all of it outside', makePdf([[]], { drawing: OTHER.replace('60 650', '700 650') }), 2, ['']],
  ['outside the part of the page that is shown', drawn(OTHER, '/CropBox [0 680 595 842]'), 2],
  ['without ink', drawn(OTHER.replace('BT', 'BT 3 Tr')), 2],
  ['cut away', drawn(`q 50 600 100 20 re W n ${OTHER} Q`), 2],
  [
    'without any strength',
    withResource(drawn(`/G1 gs ${OTHER}`), '/ExtGState << /G1 << /ca 0 /CA 0 >> >>'),
    2,
  ],
  ['a white note', note('1'), 1],
]

test('words that a page does not show are left out, and that is told', async (t) => {
  const read = await reader(t)
  for (const [what, pdf, words, lines = ['Glicose 98 mg/dL']] of notShown) {
    const result = await read(pdf)
    t.deepEqual(result.lines, lines, what)
    t.deepEqual(result.open, [['text_not_shown', words]], what)
  }
})

const font = (name: string) =>
  Buffer.from(drawn(OTHER).toString('latin1').replace('/BaseFont /Helvetica', name), 'latin1')
const BOTH = ['Glicose 98 mg/dL', 'Creatinina 9,9']
const stillShown: [what: string, pdf: Buffer, lines?: string[]][] = [
  ['a layer that is switched on', layered(`${SEEN} /OC /L1 BDC ${OTHER} EMC`, false)],
  ['white on black', drawn(`50 640 200 30 re f 1 g ${OTHER}`)],
  ['light grey', drawn(`0.85 g ${OTHER}`)],
  ['only outlines', drawn(OTHER.replace('BT', 'BT 1 Tr 0.3 w'))],
  ['on its side', drawn('BT /F1 11 Tf 0 1 -1 0 60 300 Tm (Creatinina 9,9) Tj ET')],
  ['askew', drawn('BT /F1 30 Tf .7 .7 -.7 .7 100 200 Tm (Creatinina 9,9) Tj ET')],
  ['small', drawn(OTHER.replace('11 Tf', '4 Tf'))],
  [
    'each letter by itself',
    drawn(
      OTHER.replace(/\((.*)\) Tj/, (_, all: string) =>
        [...all].map((one) => `(${one}) Tj`).join(' '),
      ),
    ),
  ],
  ['twice in its place', drawn(`${OTHER} ${OTHER.replace('60 650', '60.3 650')}`)],
  ['in a font that is not there', font('/BaseFont /Exemplo-Desconhecida')],
  ['in a font that has another one for it', font('/BaseFont /Calibri')],
  ['a note', note('0'), ['Glicose 98 mg/dL', 'Repetir']],
]

test('words that a page shows in some odd way stay, without a mark', async (t) => {
  const read = await reader(t)
  for (const [what, pdf, lines = BOTH] of stillShown) {
    const result = await read(pdf)
    t.deepEqual(result.lines, lines, what)
    t.deepEqual(result.open, [], what)
  }
})

const PAGE = ['Resultado de exames do paciente', 'Hemoglobina 13,2 g/dL', 'Creatinina 0,9 mg/dL']
/** Where the second and third line of the picture are. */
const under = (line: string, row: number) =>
  `BT 3 Tr /F1 17 Tf 46 ${842 - (150 + 72 * row) * 0.48} Td (${line}) Tj ET`
const scanned = async (...hidden: string[]) => {
  const picture = await printedPicture(PAGE).greyscale().jpeg({ quality: 90 }).toBuffer()
  return makeScannedPdf(picture, 1240, 1754, hidden.join(' '))
}

test('what lies unseen in a scan is used where the picture says the same', async (t) => {
  const read = await reader(t)
  const right = await read(await scanned(under('Hemoglobina 13,2 g/dL', 1)))
  t.true(right.lines.some((line) => line.startsWith('Hemoglobina 13,2 g/dL')))
  t.is(right.lines.filter((line) => line.includes('Hemoglobina')).length, 1)
  t.deepEqual(right.open, [])
  const wrong = await read(await scanned(under('Hemoglobina 18,2 g/dL', 1)))
  t.deepEqual(wrong.lines, PAGE)
  const foreign = await read(await scanned(under('Dipirona 500 mg', 14)))
  t.deepEqual(foreign.lines, PAGE)
  t.deepEqual(foreign.open, [['text_not_shown', 3]])
})

test('words under a photograph are left out', async (t) => {
  const read = await reader(t)
  const UNDER = SEEN.replace('60 700', '300 300')
  const photo = await paintedPicture(640, 480).greyscale().jpeg().toBuffer()
  const pdf = makeScannedPdf(photo, 640, 480, UNDER)
  // The words first, the picture over them.
  const text = pdf.toString('latin1')
  const draw = /q [\d ]+ cm \/Im1 Do Q/.exec(text)![0]
  const behind = text.replace(`${draw}\n${UNDER}`, `${UNDER}\n${draw}`)
  t.not(behind, text)
  const { lines, open } = await read(Buffer.from(behind, 'latin1'))
  t.deepEqual(lines, [''])
  t.true(
    open.some(([code]) => code === 'text_not_shown'),
    JSON.stringify(open),
  )
})
