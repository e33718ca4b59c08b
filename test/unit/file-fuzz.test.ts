// Own process, not in test:quick: parsers of PDF and pictures hold on to memory.
/**
 * Whatever is done to a file, it is used, or told, or refused with a code: never a hang, and never
 * a file that says it was read while nothing of it was.
 */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import sharp from 'sharp'
import { ReadError } from '../../ai-local/files/protocol.ts'
import { readContent } from '../../ai-local/files/read-content.ts'
import type { FileReading } from '../../core/file/file.ts'
import { unusedSentence } from '../../core/input-use/unused-sentences.ts'
import { encryptedPdf } from '../helpers/encrypt-pdf.ts'
import { makePdf, makeScannedPdf, stream } from '../helpers/make-pdf.ts'
import { bmpOf, heicHead, paintedPicture, tiffOf } from '../helpers/make-picture.ts'
import { makeZip } from '../helpers/make-zip.ts'
import { runs } from '../helpers/runs.ts'

const RUNS = runs(50)
/** Far more than any of these small files takes. */
const MOST_MS = 20_000

const WORDS = 'Hemoglobina 13,2 g/dL'

// Dropped by pdf.js; the reading child passes over it likewise (ai-local/files/child.ts).
process.on('unhandledRejection', (reason: { name?: string }, dropped) => {
  if (/Exception$/.test(reason.name ?? '')) dropped.catch(() => {})
})

/** Cut, flipped, spliced, or with sizes that are lies. */
function damaged(content: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat({ max: content.length - 1 })
  const flips = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 8,
  })
  return fc.oneof(
    place.map((end) => Buffer.from(content.subarray(0, end))),
    flips.map((all) => {
      const changed = Buffer.from(content)
      for (const [at, mask] of all) changed[at]! ^= mask
      return changed
    }),
    fc
      .tuple(place, place, place)
      .map(([from, to, at]) =>
        Buffer.concat([
          content.subarray(0, at),
          content.subarray(Math.min(from, to), Math.max(from, to)),
          content.subarray(at),
        ]),
      ),
    fc
      .tuple(place, place)
      .map(([from, to]) =>
        Buffer.concat([
          content.subarray(0, Math.min(from, to)),
          content.subarray(Math.max(from, to)),
        ]),
      ),
    fc.tuple(fc.nat({ max: 20 }), fc.constantFrom('0', '1', '99999999', '-1')).map(([nth, lie]) => {
      let seen = 0
      const text = content.toString('latin1')
      return Buffer.from(
        text.replace(
          /(?<=\/(?:Length|Count|Size|W|Width|Height|N|First) )\d+|(?<=startxref\n)\d+/g,
          (number) => (seen++ === nth ? lie : number),
        ),
        'latin1',
      )
    }),
    fc.tuple(place, fc.constantFrom(0, 1, 0x7fffffff, 0xffffffff)).map(([at, lie]) => {
      const changed = Buffer.from(content)
      if (at + 4 <= changed.length) changed.writeUInt32BE(lie, at)
      return changed
    }),
  )
}

async function outcome(content: Buffer, maxRecognitionMs = 0): Promise<FileReading | ReadError> {
  try {
    return await readContent(content, {
      maxPdfPages: 20,
      recognitionFiles: null,
      maxRecognitionMs,
      onProgress() {},
      turn: async () => {},
    })
  } catch (error) {
    if (error instanceof ReadError) return error
    throw error
  }
}

async function keepsPromise(content: Buffer): Promise<boolean> {
  const begun = performance.now()
  const read = await outcome(content)
  if (performance.now() - begun > MOST_MS) return false
  if (read instanceof ReadError) return read.code !== 'PROCESSING_FAILED'
  const { use, pages } = read
  const isTold =
    use.unused.length > 0 && use.unused.every((part) => unusedSentence(part.code, part).length > 20)
  const isUsed = pages.some((page) => page !== '') && use.given === pages.length
  return (isUsed || isTold) && use.used >= 0 && use.used <= use.given
}

async function assertFor(t: ExecutionContext, content: Buffer) {
  const whole = await outcome(content)
  t.false(whole instanceof ReadError, 'whole, it is read')
  const run = await fc.check(fc.asyncProperty(damaged(content), keepsPromise), { numRuns: RUNS })
  // Its bytes say nothing to a reader; seed and path make them again.
  t.false(run.failed, `seed ${run.seed}, path ${run.counterexamplePath}: ${run.errorInstance}`)
}

const packedTable = stream('8 0 << /Title (Exame) >>', '/Type /ObjStm /N 1 /First 4', 1)

test.serial('PDFs keep the promise, however they are damaged', async (t) => {
  await assertFor(t, makePdf([[WORDS], ['Glicose 98 mg/dL']]))
  await assertFor(
    t,
    makePdf([[WORDS], ['Glicose 98 mg/dL']], { packed: true, objects: [packedTable] }),
  )
})

const field =
  '/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (v) /V (13,2 g/dL) /Rect [240 700 380 718] >> << /Type /Annot /Subtype /FreeText /F 4 /Contents (Repetir em 7 dias) /DA (/Helv 12 Tf) /Rect [60 380 400 400] >>]'
const attached =
  '/AcroForm << /Fields [] >> /Names << /EmbeddedFiles << /Names [(a.txt) << /Type /Filespec /F (a.txt) /EF << /F 6 0 R >> >>] >> >>'

test.serial('forms, attachments and locked PDFs keep the promise likewise', async (t) => {
  const objects = [stream('anexo', '/Type /EmbeddedFile')]
  await assertFor(t, makePdf([[WORDS]], { page: field, catalog: attached, objects }))
  await assertFor(t, encryptedPdf([WORDS], 'dono'))
})

test.serial('scans keep the promise, however they are damaged', async (t) => {
  const scan = await paintedPicture(80, 60).greyscale().jpeg().toBuffer()
  await assertFor(t, makeScannedPdf(scan, 80, 60, 'BT /F1 9 Tf 20 20 Td (Digitalizado) Tj ET'))
})

const refused: [string, Buffer][] = [
  ['HEIC', heicHead()],
  ['DOCX', makeZip('word/document.xml', '<w:document/>')],
  ['ZIP', makeZip('a.txt', 'texto')],
]
for (const [name, content] of refused)
  test.serial(`${name} that is damaged is refused with a code, as it is when whole`, async (t) => {
    const run = await fc.check(
      fc.asyncProperty(fc.oneof(fc.constant(content), damaged(content)), async (bytes) => {
        const read = await outcome(bytes)
        return read instanceof ReadError && read.code !== 'PROCESSING_FAILED'
      }),
      { numRuns: RUNS },
    )
    t.false(run.failed, `seed ${run.seed}, path ${run.counterexamplePath}: ${run.errorInstance}`)
  })

const pictures: [string, () => Promise<Buffer>][] = [
  ['PNG', () => paintedPicture(80, 60).png().toBuffer()],
  ['JPEG', () => paintedPicture(80, 60).jpeg().toBuffer()],
  ['WebP', () => paintedPicture(80, 60).webp().toBuffer()],
  ['GIF', () => paintedPicture(80, 60).gif().toBuffer()],
  ['TIFF', () => tiffOf([paintedPicture(80, 60), sharp(SQUARE)])],
  ['BMP', () => bmpOf(paintedPicture(80, 60), 8)],
]
const SQUARE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="32" height="32"/></svg>',
)
for (const [name, make] of pictures)
  test.serial(`${name} pictures keep the promise, however they are damaged`, async (t) => {
    await assertFor(t, await make())
  })

test.serial('pages not recognized for lack of time are reported', async (t) => {
  const scan = await paintedPicture(80, 60).greyscale().jpeg().toBuffer()
  const contents = [
    makeScannedPdf(scan, 80, 60),
    await tiffOf([paintedPicture(80, 60), sharp(SQUARE)]),
  ]
  for (const content of contents) {
    const read = await outcome(content, -1)
    t.false(read instanceof ReadError)
    const { use, pages } = read as FileReading
    t.deepEqual(
      use.unused.map(({ code, page }) => [code, page]),
      pages.map((_, index) => ['recognition_left', index + 1]),
    )
    t.is(use.used, 0)
  }
})

test.serial('bytes that are no file are refused with a code', async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const read = await outcome(Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]))
        return read instanceof ReadError ? read.code === 'PDF_INVALID' : read.use.unused.length > 0
      }),
      { numRuns: RUNS },
    ),
  )
})
