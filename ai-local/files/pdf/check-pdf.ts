/**
 * The structure a PDF must have before it is opened (SPEC-GAPS 1.12), and what it must not contain.
 */
import { ascii, indexOf } from '../../../core/file/sniff.ts'
import { ReadError } from '../read-error.ts'
import { namesOf } from './scan-pdf.ts'

const END_WITHIN = 1024
/** Files and programs in a document: nothing of them is ever needed to read a report. */
const NOT_ACCEPTED = [
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
]

/**
 * @returns whether there are pictures in it
 * @throws {ReadError} `PDF_INVALID`, `PDF_ENCRYPTED`
 */
export function checkPdf(bytes: Buffer): { hasPictures: boolean } {
  requireEnd(bytes)
  requireCrossReference(bytes)
  const names = namesOf(bytes)
  if (names.has('Encrypt')) throw new ReadError('PDF_ENCRYPTED')
  if (NOT_ACCEPTED.some((name) => names.has(name))) throw new ReadError('PDF_INVALID')
  return { hasPictures: names.has('Image') }
}

function requireEnd(bytes: Buffer) {
  const end = bytes.lastIndexOf('%%EOF')
  if (end < 0 || end < bytes.length - END_WITHIN) throw new ReadError('PDF_INVALID')
  // Scanners leave blanks and zeros there; a page or an archive is another file.
  if (/[<]|PK/.test(bytes.toString('latin1', end + 5))) throw new ReadError('PDF_INVALID')
}

/** An object within the first few bytes, and of this type. */
const XREF_STREAM = /^[\s\S]{0,32}\d+\s+\d+\s+obj[\s\S]*\/XRef/

/** What `startxref` points at, give or take what stands before the header or was miscounted. */
function requireCrossReference(bytes: Buffer) {
  const at = bytes.lastIndexOf('startxref')
  const offset = Number(
    /^startxref\s+(\d{1,10})\s/.exec(bytes.toString('latin1', at, at + 40))?.[1],
  )
  const header = indexOf(bytes.subarray(0, 1024), ascii('%PDF-'))
  const isThere = [offset, offset + header].some((from) => {
    const text = bytes.toString('latin1', Math.max(0, from - 16), from + 2048)
    return /(?:^|\s)xref\s/.test(text.slice(0, 48)) || XREF_STREAM.test(text)
  })
  if (at < 0 || !isThere) throw new ReadError('PDF_INVALID')
}
