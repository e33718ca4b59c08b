/**
 * PDFs by pdf.js: the text by page, as it is printed, filled in or drawn, and the first page as a
 * small picture. Nothing in the file is executed, nothing is fetched; scripts are passed over, and
 * so are attached files, which is told.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFParse } from 'pdf-parse'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FileReading } from '../../../core/file/file.ts'
import { PICTURE_PIXELS } from '../../../core/file/refusals.ts'
import { type UnusedPart, usePages } from '../../../core/input-use/input-use.ts'
import { thumbnailOf } from '../picture/kept-picture.ts'
import { ReadError } from '../protocol.ts'
import type { Recognizer } from '../recognition/recognizer.ts'
import { drawSmall } from './draw-page.ts'
import { type PageReading, readPage } from './read-page.ts'
import { scanPdf } from './scan-pdf.ts'

// A PDF opened by pdf-parse. The document of pdf.js that it holds is read from there on: its own
// text has lost the places of the words. Nothing in the file is executed, nothing is fetched.

/** @throws {ReadError} `PDF_ENCRYPTED` where a password is needed, `PDF_INVALID` */
async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  try {
    // The empty password of the user is tried by itself.
    const parser = new PDFParse({
      // A copy: it takes what it is given, and no Buffer.
      data: new Uint8Array(bytes),
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      // What tells a font that names its letters from one that does not.
      fontExtraProperties: true,
      useSystemFonts: false,
      stopAtErrors: false,
      maxImageSize: PICTURE_PIXELS,
      cMapUrl: join(folder, 'cmaps/'),
      cMapPacked: true,
      standardFontDataUrl: join(folder, 'standard_fonts/'),
      wasmUrl: join(folder, 'wasm/'),
      verbosity: 0,
    })
    // Private in its types alone: the way to what it holds.
    return await (parser as unknown as { load(): Promise<PDFDocumentProxy> }).load()
  } catch (error) {
    throw inOurWords(error)
  }
}

function inOurWords(error: unknown): ReadError {
  if (error instanceof ReadError) return error
  const isLocked = error instanceof Error && /password/i.test(error.name)
  return new ReadError(isLocked ? 'PDF_ENCRYPTED' : 'PDF_INVALID', { cause: error })
}

interface Options {
  maxPdfPages: number
  recognize: Recognizer
  onProgress(): void
}

/** All pages together; a hundred pages of small print have a third of it. */
const MAX_TEXT_CHARS = 2_000_000

/** @throws {ReadError} */
export async function readPdf(bytes: Uint8Array, options: Options): Promise<FileReading> {
  const { isDamaged } = scanPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const pdf = await openPdf(bytes)
  try {
    const total = pdf.numPages
    if (total < 1) throw new ReadError('PDF_INVALID')
    if (total > options.maxPdfPages) throw new ReadError('PDF_TOO_MANY_PAGES')
    const pages = await readPages(pdf, total, options)
    const unused = [
      ...(isDamaged ? [{ code: 'file_damaged' } as const] : []),
      ...(await pagesOfOtherPrograms(pdf, total)),
      ...openParts(pages),
      ...(await attachmentsOf(pdf, pages)),
    ]
    const hasText = pages.some(({ text }) => text !== '')
    const isRecognized = pages.some((page) => page.isRecognized)
    return {
      type: 'application/pdf',
      pages: pages.map(({ text }) => text),
      textFrom: hasText ? (isRecognized ? 'recognition' : 'file') : null,
      use: usePages(pages.length, unused),
      thumbnail: await thumbnail(pdf),
      picture: null,
    }
  } catch (error) {
    throw inOurWords(error)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function readPages(
  pdf: PDFDocumentProxy,
  total: number,
  { recognize, onProgress }: Options,
): Promise<PageReading[]> {
  const pages: PageReading[] = []
  let chars = 0
  let failure: unknown
  for (let number = 1; number <= total; number++) {
    const page = await readOne(pdf, number, recognize).catch((error) => {
      failure = error
      return damagedPage(number)
    })
    chars += page.text.length
    if (chars > MAX_TEXT_CHARS) throw new ReadError('PDF_INVALID')
    pages.push(page)
    onProgress()
  }
  // Nothing of it could be opened: it is no PDF to anybody.
  if (pages.every(({ unused }) => unused[0]?.code === 'page_damaged')) throw failure
  return pages
}

async function readOne(pdf: PDFDocumentProxy, number: number, recognize: Recognizer) {
  const page = await pdf.getPage(number)
  try {
    return await readPage(page, recognize)
  } finally {
    page.cleanup()
  }
}

function damagedPage(page: number): PageReading {
  const unused: UnusedPart[] = [{ code: 'page_damaged', page }]
  return { text: '', isRecognized: false, attachments: 0, unused }
}

/** A file without a word is no file that was read, blank as its pages may be. */
function openParts(pages: readonly PageReading[]): UnusedPart[] {
  const isWordless = pages.every(({ text }) => text === '')
  return pages.flatMap(({ unused }, index) =>
    isWordless && unused.length === 0
      ? [{ code: 'page_without_text' as const, page: index + 1 }]
      : unused,
  )
}

/** A form that only another program can show: its pages ask to be opened there. */
async function pagesOfOtherPrograms(pdf: PDFDocumentProxy, total: number): Promise<UnusedPart[]> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { IsXFAPresent, IsAcroFormPresent } = info as Record<string, unknown>
  if (!IsXFAPresent || IsAcroFormPresent) return []
  return Array.from({ length: total }, (_, index) => ({ code: 'form_not_read', page: index + 1 }))
}

async function attachmentsOf(
  pdf: PDFDocumentProxy,
  pages: readonly PageReading[],
): Promise<UnusedPart[]> {
  const listed = Object.keys((await pdf.getAttachments().catch(() => null)) ?? {}).length
  const count = listed + pages.reduce((sum, { attachments }) => sum + attachments, 0)
  return count > 0 ? [{ code: 'attachments_left', count }] : []
}

async function thumbnail(pdf: PDFDocumentProxy): Promise<Uint8Array | null> {
  const drawn = await pdf
    .getPage(1)
    .then(drawSmall)
    .catch(() => null)
  return drawn && thumbnailOf(drawn).catch(() => null)
}
