// Own process: reading takes seconds, and other tests of files count the processes they start.
/**
 * What lies on a PDF's page besides its print is read, or told: pictures in a form, pictures as
 * small as a strip, notes drawn by hand, sounds (issue: nothing is silently left out).
 */
import test, { type ExecutionContext } from 'ava'
import sharp from 'sharp'
import type { FileInfo } from '../../core/contract/files.ts'
import { startFileServer } from '../helpers/file-server.ts'
import { makePdf, placed, stream } from '../helpers/make-pdf.ts'
import { printedPicture } from '../helpers/make-picture.ts'

const PRINT = placed([['Paciente: Maria de Exemplo', 60, 780]])
const FORM = '/Type /XObject /Subtype /Form'

async function reader(t: ExecutionContext) {
  const server = await startFileServer(t)
  return async (pdf: Buffer) => {
    const file: FileInfo = await server.upload(pdf)
    const { token } = server
    const { body } = await server.call('GET', `/api/v1/files/${file.id}/text`, { token })
    return { text: body.pages[0] as string, unused: file.use!.unused }
  }
}

/** Words as a picture, without the paper around them. */
async function strip(words: string): Promise<string> {
  const edge = { top: 20, bottom: 20, left: 20, right: 20, background: 'white' }
  const cut = await printedPicture([words]).greyscale().trim().png().toBuffer()
  const jpeg = await sharp(cut).extend(edge).greyscale().jpeg().toBuffer()
  const { width, height } = await sharp(jpeg).metadata()
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${jpeg.toString('latin1')}\nendstream`
}

test.serial('words in a picture of a form, and in a strip beside print, are read', async (t) => {
  const read = await reader(t)
  const picture = await strip('Alergia grave: penicilina')
  const widget =
    '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (foto) /F 4 /Rect [100 400 400 460] /AP << /N 7 0 R >> >>'
  const inForm = makePdf([[]], {
    drawing: PRINT,
    catalog: '/AcroForm << /Fields [] >>',
    page: `/Annots [${widget}]`,
    objects: [
      picture,
      stream(
        'q 300 0 0 60 0 0 cm /Im Do Q',
        `${FORM} /BBox [0 0 300 60] /Resources << /XObject << /Im 6 0 R >> >>`,
      ),
    ],
  })
  const drawing = `q 300 0 0 60 100 500 cm /Im Do Q\n${PRINT}`
  const onPage = makePdf([[]], { drawing, objects: [picture] })
    .toString('latin1')
    .replace('/Font << /F1 3 0 R >>', '/Font << /F1 3 0 R >> /XObject << /Im 6 0 R >>')
  for (const pdf of [inForm, Buffer.from(onPage, 'latin1')]) {
    const { text, unused } = await read(pdf)
    t.regex(text, /Maria de Exemplo\n.*penicilina/s)
    t.deepEqual(unused, [])
  }
})

test.serial('a note drawn by hand, a sound and a film are reported', async (t) => {
  const read = await reader(t)
  const annotations = [
    '<< /Type /Annot /Subtype /Ink /F 4 /Rect [100 480 360 540] /InkList [[100 500 200 520 300 490]] /AP << /N 6 0 R >> >>',
    '<< /Type /Annot /Subtype /Ink /F 2 /Rect [100 280 360 340] /InkList [[100 300 200 320 300 290]] >>',
    '<< /Type /Annot /Subtype /Sound /F 4 /Rect [300 640 320 660] /Sound 7 0 R >>',
    '<< /Type /Annot /Subtype /RichMedia /F 4 /Rect [100 400 300 460] /RichMediaContent << >> >>',
  ]
  const pdf = makePdf([[]], {
    drawing: PRINT,
    page: `/Annots [${annotations.join(' ')}]`,
    objects: [
      stream('0 5 m 80 40 160 0 240 30 c S', `${FORM} /BBox [0 0 260 60]`),
      stream('abc', '/Type /Sound /R 8000'),
    ],
  })
  const { text, unused } = await read(pdf)
  t.is(text, 'Paciente: Maria de Exemplo')
  t.deepEqual(
    unused.map(({ code, page, count }) => ({ code, page, count })),
    [
      { code: 'hand_drawn', page: 1, count: 1 },
      { code: 'attachments_left', page: null, count: 2 },
    ],
  )
  t.regex(unused[0]!.message, /página 1 tem uma anotação feita à mão/)
})
