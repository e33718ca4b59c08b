// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * Of a PDF, all that it shows is read, or told: what is printed, filled in, only drawn, turned, in
 * a font without letters, damaged, attached (issue: nothing is silently left out).
 */
import { readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import type { FileInfo } from '../../core/contract/files.ts'
import { encryptedPdf } from '../helpers/encrypt-pdf.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf, makeScannedPdf, placed, stream } from '../helpers/make-pdf.ts'
import { printedPicture } from '../helpers/make-picture.ts'
import { makeZip } from '../helpers/make-zip.ts'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'

const ROWS = [
  ['Hemoglobina', '13,2 g/dL', '12,0 a 16,0'],
  ['Leucocitos', '7.400 /mm3', '4.000 a 11.000'],
  ['Glicose', '98 mg/dL', '70 a 99'],
  ['Creatinina', '0,9 mg/dL', '0,6 a 1,1'],
] as const
const AS_ROWS = ROWS.map((row) => row.join('  '))
const X = [60, 240, 400]
const y = (row: number) => 730 - 22 * row
/** The first column, then the second, then the third. */
const BY_COLUMN = X.flatMap((x, column) =>
  ROWS.map((row, index) => [row[column]!, x, y(index)] as const),
)

async function reader(t: ExecutionContext, config: object = {}) {
  const server = await startFileServer(t, { config: { fileMaxCount: 50, ...config } })
  async function read(
    content: Buffer,
  ): Promise<{ file: FileInfo; lines: string[]; codes: string[] }> {
    const file = await server.upload(content)
    t.is(file.state, 'ready', file.error?.message ?? '')
    const { body } = await server.call('GET', `/api/v1/files/${file.id}/text`, {
      token: server.token,
    })
    const lines = (body.pages as string[]).flatMap((page) => page.split('\n'))
    return { file, lines, codes: file.use!.unused.map(({ code }) => code) }
  }
  return { ...server, read }
}

/** A page of print as a photograph would have it. */
function scan(turned = 0): Promise<Buffer> {
  const lines = ROWS.map((row) => row.join('   ').replaceAll('<', '&lt;'))
  return printedPicture(['Resultado de exames do paciente', ...lines])
    .rotate(turned)
    .greyscale()
    .jpeg({ quality: 90 })
    .toBuffer()
}

const has = (lines: readonly string[], row: readonly string[]) =>
  lines.some((line) => row.every((cell) => line.includes(cell)))

test.serial('a table that was drawn column by column keeps its rows', async (t) => {
  const { read } = await reader(t)
  const { lines, file } = await read(makePdf([[]], { drawing: placed(BY_COLUMN) }))
  t.deepEqual(lines, AS_ROWS)
  t.like(file.use, { unit: 'pages', given: 1, used: 1, unused: [] })
})

test.serial('a value filled into a form is next to its label', async (t) => {
  const { read } = await reader(t)
  const labels = ROWS.flatMap(([name, , range], row) => [
    [name, X[0]!, y(row)] as const,
    [range, X[2]!, y(row)] as const,
  ])
  const boxes = [
    ['Diabetes', 60, 500],
    ['Hipertensao', 60, 470],
    ['Alergias', 60, 440],
  ] as const
  const field = (row: number, more: string) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /T (f${row}) /Rect [240 ${y(row) - 4} 380 ${y(row) + 14}] ${more} >>`
  const mark = (name: string, bottom: number, on: boolean) =>
    `<< /Type /Annot /Subtype /Widget /FT /Btn /F 4 /T (${name}) /V /${on ? 'Sim' : 'Off'} /AS /${on ? 'Sim' : 'Off'} /Rect [160 ${bottom} 172 ${bottom + 12}] /AP << /N << /Sim 6 0 R /Off 6 0 R >> >> >>`
  const annotations = [
    ...ROWS.map(([, value], row) => field(row, `/FT /Tx /V (${value})`)),
    mark('dm', 498, true),
    mark('has', 468, false),
    '<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /F 4 /T (al) /V (p) /Opt [[(n) (Nenhuma)] [(p) (Penicilina)]] /Rect [160 436 300 452] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /F 2 /T (oculto) /V (ESCONDIDO) /Rect [240 300 380 320] >>',
    '<< /Type /Annot /Subtype /FreeText /F 4 /Contents (Repetir potassio em 7 dias) /DA (/Helv 12 Tf) /Rect [60 380 400 400] >>',
  ]
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 12 12]'
  const pdf = makePdf([[]], {
    drawing: placed([...labels, ...boxes]),
    page: `/Annots [${annotations.join(' ')}]`,
    objects: [stream('', form)],
    catalog: '/AcroForm << /Fields [] /XFA (velho) >>',
  })
  const { lines, codes } = await read(pdf)
  t.deepEqual(lines, [
    ...AS_ROWS,
    'Diabetes  [x]',
    'Hipertensao  [ ]',
    'Alergias  Penicilina',
    'Repetir potassio em 7 dias',
  ])
  t.deepEqual(codes, [])
})

test.serial('a scan under printed words is read, and both are kept once', async (t) => {
  const { read } = await reader(t)
  const stamp = placed([['Assinado digitalmente por Exemplo em 12/03/2026', 60, 20]])
  const { lines, file } = await read(makeScannedPdf(await scan(), 1240, 1754, stamp))
  for (const [name, value] of ROWS)
    t.true(has(lines, [name, value]), `${name} in ${JSON.stringify(lines)}`)
  t.is(lines.filter((line) => line.includes('Assinado digitalmente')).length, 1)
  t.is(file.text_from, 'recognition')
})

test.serial('the hidden text of a searchable scan is not repeated', async (t) => {
  const { read } = await reader(t)
  // Where the letters of the picture stand, invisible.
  const hidden = ROWS.map(
    ([name], row) => `BT 3 Tr /F1 14 Tf 48 ${842 - (220 + 60 * row) * 0.48} Td (${name}) Tj ET`,
  )
  const { lines, file } = await read(makeScannedPdf(await scan(), 1240, 1754, hidden.join('\n')))
  t.is(lines.filter((line) => line.includes('Hemoglobina')).length, 1)
  t.is(file.text_from, 'recognition')
})

test.serial('pages that lie on their side or on their head are read upright', async (t) => {
  const { read } = await reader(t)
  for (const turned of [90, 180, 270]) {
    const [width, height] = turned === 180 ? [1240, 1754] : [1754, 1240]
    const { lines } = await read(makeScannedPdf(await scan(turned), width, height))
    for (const [name, value] of ROWS)
      t.true(has(lines, [name, value]), `${turned}: ${JSON.stringify(lines)}`)
  }
  const turnedText = placed(BY_COLUMN)
    .replace(/BT/g, 'q 0 1 -1 0 842 0 cm BT')
    .replace(/ET/g, 'ET Q')
  const { lines } = await read(makePdf([[]], { drawing: turnedText, page: '/Rotate 90' }))
  t.deepEqual(lines, AS_ROWS)
})

test.serial('without recognition, a page without text is reported as not read', async (t) => {
  const { read } = await reader(t, { fileRecognition: 'off' })
  const stamp = placed([['Digitalizado com Exemplo Scanner', 60, 20]])
  const { lines, file, codes } = await read(makeScannedPdf(await scan(), 1240, 1754, stamp))
  t.deepEqual(lines, ['Digitalizado com Exemplo Scanner'])
  t.deepEqual(codes, ['recognition_off'])
  t.like(file.use, { given: 1, used: 0 })
  t.regex(file.use!.unused[0]!.message, /página 1/)
})

test.serial('letters that a font does not map are not returned as words', async (t) => {
  const { read } = await reader(t, { fileRecognition: 'off' })
  // A font that numbers its glyphs and names none: what stands there are no letters.
  const objects = [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /CIDToGIDMap /Identity >>',
    '<< /Type /FontDescriptor /FontName /Arial /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>',
  ]
  const shifted = [...'Hemoglobina 13,2 g/dL']
    .map((letter) => (letter.charCodeAt(0) - 29).toString(16).padStart(4, '0'))
    .join('')
  const pdf = makePdf([[]], {
    objects,
    drawing: `BT /F2 11 Tf 60 730 Td <${shifted}> Tj ET ${placed([['Laboratorio Exemplo', 60, 780]])}`,
  })
  const withFont = Buffer.from(
    pdf.toString('latin1').replace('/F1 3 0 R >>', '/F1 3 0 R /F2 6 0 R >>'),
    'latin1',
  )
  const { lines, codes } = await read(withFont)
  t.deepEqual(lines, ['Laboratorio Exemplo'])
  t.deepEqual(codes, ['recognition_off'])
})

test.serial(
  'an encrypted file that opens without a password is read; one that needs it is refused',
  async (t) => {
    const { read, upload } = await reader(t)
    t.deepEqual((await read(encryptedPdf(['Hemoglobina 13,2 g/dL'], 'dono'))).lines, [
      'Hemoglobina 13,2 g/dL',
    ])
    const locked = await upload(encryptedPdf(['Hemoglobina 13,2 g/dL'], 'dono', 'paciente'))
    t.like(locked, { state: 'failed', error: { code: 'PDF_ENCRYPTED' } })
  },
)

const LINE = 'Glicemia de jejum 98 mg/dL'
const plain = makePdf([[LINE]])
const edited = (from: string | RegExp, to: string) =>
  Buffer.from(plain.toString('latin1').replace(from, to), 'latin1')
const harmless: [string, Buffer][] = [
  [
    'prints itself',
    makePdf([[LINE]], { catalog: '/OpenAction << /S /JavaScript /JS (this.print\\(\\);) >>' }),
  ],
  ['starts a program', makePdf([[LINE]], { page: '/AA << /O << /S /Launch /F (cmd.exe) >> >>' })],
  [
    'has empty lists',
    makePdf([[LINE]], {
      catalog: '/Names << /JavaScript << /Names [] >> /EmbeddedFiles << /Names [] >> >>',
    }),
  ],
  ['has zeros behind it', Buffer.concat([plain, Buffer.alloc(5000)])],
  ['has an archive behind it', Buffer.concat([plain, makeZip('a.txt', 'oculto')])],
  ['has no end mark', edited('%%EOF', '')],
  ['points elsewhere for its table', edited(/startxref\n\d+/, 'startxref\n9')],
  ['does not point at its table', edited(/startxref\n\d+\n/, '')],
  ['went through a program for text', edited(/\n/g, '\r\n')],
]
test.serial('a PDF that viewers can show is read in spite of its faults', async (t) => {
  const { read } = await reader(t)
  for (const [what, content] of harmless) {
    const { lines, codes } = await read(content)
    t.deepEqual(lines, [LINE], what)
    t.deepEqual(codes, [], what)
  }
})

test.serial('attachments of a PDF are reported, and never unpacked', async (t) => {
  const { read } = await reader(t)
  const spec = (number: number) => `<< /Type /Filespec /F (a.txt) /EF << /F ${number} 0 R >> >>`
  const pdf = makePdf([[LINE]], {
    catalog: `/Names << /EmbeddedFiles << /Names [(a.txt) ${spec(6)} (b.txt) ${spec(6)}] >> >>`,
    page: `/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 30 30] /FS ${spec(6)} >>]`,
    objects: [stream('segredo', '/Type /EmbeddedFile')],
  })
  const { lines, file } = await read(pdf)
  t.deepEqual(lines, [LINE])
  t.like(file.use, {
    given: 1,
    used: 1,
    unused: [{ code: 'attachments_left', count: 3, page: null }],
  })
})

test.serial('a form that only one vendor’s program shows is reported as not read', async (t) => {
  const { read } = await reader(t)
  const catalog = `/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 6 0 R] >>`
  const objects = [stream('<template/>')]
  const { codes } = await read(makePdf([['Please wait...']], { catalog, objects }))
  t.deepEqual(codes, ['form_not_read'])
})

test.serial('a cut or damaged file is read as far as possible, and that is reported', async (t) => {
  const { read } = await reader(t)
  const whole = makePdf([['Primeira pagina'], ['Segunda pagina'], ['Terceira pagina']], {
    packed: true,
  })
  // With a first trailer at its beginning, as files that are made for the web have one.
  const early = 'trailer\n<< /Size 20 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'
  const text = whole.toString('latin1').replace('%PDF-1.5\n', `%PDF-1.5\n${early}`)
  const three = Buffer.from(text, 'latin1')
  const behindSecond = text.indexOf('endobj', text.indexOf('7 0 obj'))
  const cut = await read(three.subarray(0, behindSecond + 7))
  t.true(cut.codes.includes('file_damaged'), JSON.stringify(cut.codes))
  const damaged = Buffer.from(three)
  const stream5 = text.indexOf('stream', text.indexOf('5 0 obj')) + 14
  damaged[stream5]! ^= 0xff
  t.true((await read(damaged)).codes.includes('file_damaged'))
})

const REPORTS: [string, (lines: string[], codes: string[]) => boolean][] = [
  [
    'file-scan-with-printed-words/telephone-scanner.pdf',
    (lines) => has(lines, ['Creatinina', '0,9']),
  ],
  [
    'file-scan-with-printed-words/letterhead.pdf',
    (lines) => has(lines, ['HOSPITAL EXEMPLO']) && has(lines, ['Glicose', '98']),
  ],
  ['file-scan-with-printed-words/read-well.pdf', (lines) => has(lines, ['Creatinina', '0,9'])],
  ['file-filled-form/form.pdf', (lines) => has(lines, ['Hemoglobina', '13,2 g/dL', '12,0 a 16,0'])],
  ['file-filled-form/freetext.pdf', (lines) => has(lines, ['Repetir potassio em 7 dias'])],
  [
    'file-font-without-unicode/nounicode.pdf',
    (lines, codes) => lines.join('') === '' && codes.includes('page_without_text'),
  ],
  ['file-columns/columns.pdf', (lines) => has(lines, ['Potassio', '4,2 mEq/L', '3,5 a 5,1'])],
  ['file-upside-down/upside-down.pdf', (lines) => has(lines, ['Hemoglobina', '13,2'])],
  ['file-owner-password/only-owner-password.pdf', (lines) => has(lines, ['Hemoglobina', '13,2'])],
  ['file-harmless-actions/empty-lists.pdf', (lines) => has(lines, ['Hemoglobina', '13,2'])],
  ['file-harmless-actions/prints-itself.pdf', (lines) => has(lines, ['Hemoglobina', '13,2'])],
  ['file-cross-reference/valid-many-updates.pdf', (lines) => has(lines, ['Hemoglobina', '13,2'])],
  ['file-cross-reference/sent-as-text.pdf', (lines) => has(lines, ['Hemoglobina', '13,2'])],
]
for (const [path, isRight] of REPORTS)
  (hasShared(`reports/${path}`) ? test.serial : test.serial.skip)(
    `the report ${path}`,
    async (t) => {
      const { read } = await reader(t)
      const { lines, codes } = await read(readFileSync(sharedPath(`reports/${path}`)))
      t.true(isRight(lines, codes), JSON.stringify({ lines, codes }))
    },
  )
