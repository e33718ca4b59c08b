/** From the bytes of a file to its text and a small picture of it. Runs in the reading child. */
import type { FileReading } from '../../core/file/file.ts'
import { sniffType } from '../../core/file/sniff.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readPicture } from './picture/read-picture.ts'
import { ReadError, type ReadOptions } from './protocol.ts'
import { type Recognizer, recognizer } from './recognition/recognizer.ts'

export interface ReadContentOptions extends ReadOptions {
  onProgress(): void
  /** Resolves when a long computation may begin. */
  turn(): Promise<void>
}

/** @throws {ReadError} */
export async function readContent(
  bytes: Uint8Array,
  options: ReadContentOptions,
): Promise<FileReading> {
  const type = sniffType(bytes)
  if (type === null) throw new ReadError('FILE_TYPE_NOT_ALLOWED')
  await using recognize: Recognizer = recognizer(options)
  return type === 'application/pdf'
    ? await readPdf(bytes, { ...options, recognize })
    : await readPicture(bytes, type, { ...options, maxPages: options.maxPdfPages, recognize })
}
