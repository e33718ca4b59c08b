/**
 * A PDF opened by pdf-parse. The document of pdf.js that it holds is read from there on: its own
 * text has lost the places of the words. Nothing in the file is executed, nothing is fetched.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFParse } from 'pdf-parse'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PICTURE_PIXELS } from '../../../core/file/refusals.ts'
import { ReadError } from '../read-error.ts'

/** @throws {ReadError} `PDF_ENCRYPTED` where a password is needed, `PDF_INVALID` */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
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

export function inOurWords(error: unknown): ReadError {
  if (error instanceof ReadError) return error
  const isLocked = error instanceof Error && /password/i.test(error.name)
  return new ReadError(isLocked ? 'PDF_ENCRYPTED' : 'PDF_INVALID', { cause: error })
}
