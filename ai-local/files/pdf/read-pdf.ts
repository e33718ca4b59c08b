/**
 * PDFs by pdf-parse (pdf.js): the text by page, the first page as a small picture, and for pages
 * that are only a scan, the text that is recognized on them. Nothing in the file is executed,
 * nothing is fetched.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFParse } from 'pdf-parse'
import type { FileReading } from '../../../core/file/file.ts'
import { PICTURE_PIXELS } from '../../../core/file/refusals.ts'
import { usePages } from '../../../core/input-use/input-use.ts'
import { cleanText } from '../clean-text.ts'
import { thumbnailOf } from '../picture/read-picture.ts'
import { ReadError } from '../read-error.ts'
import type { Recognizer } from '../recognize.ts'
import { checkPdf } from './check-pdf.ts'

interface Options {
  maxPdfPages: number
  recognize: Recognizer
  onProgress(): void
}

/** All pages together; a hundred pages of small print have a third of it. */
const MAX_TEXT_CHARS = 2_000_000
/**
 * A page with pictures and less than this has no text of its own: a scan, perhaps with a stamp or a
 * page number.
 */
const LEAST_LETTERS = 16
/** 250 dots per inch of an A4 page: measured, fewer cost letters. */
const SCAN_WIDTH = 2067

/** @throws {ReadError} */
export async function readPdf(bytes: Uint8Array, options: Options): Promise<FileReading> {
  const { hasPictures } = checkPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const pdf = new PDFParse({ data: bytes.slice(), ...parserOptions() })
  try {
    const { total } = await pdf.getInfo()
    if (total < 1) throw new ReadError('PDF_INVALID')
    if (total > options.maxPdfPages) throw new ReadError('PDF_TOO_MANY_PAGES')
    const { pages, recognized } = await readPages(pdf, total, hasPictures, options)
    const hasText = pages.some((page) => page !== '')
    return {
      type: 'application/pdf',
      pages,
      textFrom: hasText ? (recognized ? 'recognition' : 'file') : null,
      use: usePages(pages.length, []),
      thumbnail: await thumbnail(pdf),
      picture: null,
    }
  } catch (error) {
    throw inOurWords(error)
  } finally {
    await pdf.destroy()
  }
}

async function readPages(
  pdf: PDFParse,
  total: number,
  hasPictures: boolean,
  { recognize, onProgress }: Options,
) {
  const pages: string[] = []
  let recognized = false
  let chars = 0
  for (let page = 1; page <= total; page++) {
    const printed = cleanText((await pdf.getText({ partial: [page] })).pages[0]?.text ?? '')
    const isScan = letters(printed) < (hasPictures ? LEAST_LETTERS : 1)
    const scanned = isScan ? await recognizePage(pdf, page, recognize) : null
    const text = scanned !== null && letters(scanned) > letters(printed) ? scanned : printed
    if (text === scanned) recognized = true
    chars += text.length
    if (chars > MAX_TEXT_CHARS) throw new ReadError('PDF_INVALID')
    pages.push(text)
    onProgress()
  }
  return { pages, recognized }
}

/** Null when the page could not be drawn: then it has the text that is printed in it. */
async function recognizePage(pdf: PDFParse, page: number, recognize: Recognizer) {
  const drawn = await draw(pdf, page, SCAN_WIDTH)
  return drawn && cleanText((await recognize(drawn)) ?? '')
}

async function thumbnail(pdf: PDFParse): Promise<Uint8Array | null> {
  const drawn = await draw(pdf, 1, 320)
  return drawn && thumbnailOf(drawn).catch(() => null)
}

/** PNG, `width` pixels wide. */
async function draw(pdf: PDFParse, page: number, width: number): Promise<Buffer | null> {
  try {
    const { pages } = await pdf.getScreenshot({
      partial: [page],
      desiredWidth: width,
      imageDataUrl: false,
      imageBuffer: true,
    })
    return pages[0]?.data ? Buffer.from(pages[0].data) : null
  } catch {
    // Fonts and pictures can be broken where the text is not.
    return null
  }
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

function parserOptions() {
  const require = createRequire(import.meta.url)
  const inParser = createRequire(require.resolve('pdf-parse'))
  const folder = dirname(inParser.resolve('pdfjs-dist/package.json'))
  return {
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: PICTURE_PIXELS,
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    verbosity: 0,
  }
}

function inOurWords(error: unknown): ReadError {
  if (error instanceof ReadError) return error
  const isLocked = error instanceof Error && /password/i.test(error.name)
  return new ReadError(isLocked ? 'PDF_ENCRYPTED' : 'PDF_INVALID', { cause: error })
}
