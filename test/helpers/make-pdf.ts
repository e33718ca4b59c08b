/** Small PDFs made by hand, whole or broken in exactly one way. */
import { deflateSync } from 'node:zlib'

export interface PdfOptions {
  /** More objects, numbered behind the others; their text goes in as it is. */
  objects?: string[]
  /** Into the catalog, the first page, the trailer. */
  catalog?: string
  page?: string
  trailer?: string
  before?: string
  after?: string
  /** Text of a page's stream packed, as most programs do. */
  packed?: boolean
  /** What the first page draws, instead of its lines. */
  drawing?: string
}

/** A page per list of lines. */
export function makePdf(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const { objects = [], catalog = '', page = '', trailer = '', before = '', after = '' } = options
  const own = (index: number) => 4 + 2 * index
  const kids = pages.map((_, index) => `${own(index)} 0 R`).join(' ')
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${index === 0 ? page : ''} /Resources << /Font << /F1 3 0 R >> >> /Contents ${own(index) + 1} 0 R >>`,
      stream((index === 0 && options.drawing) || drawing(lines), '', options.packed ? 1 : 0),
    ]),
    ...objects,
  ]
  return assemble(all, { trailer, before, after })
}

/** Words and where each stands, in points from the lower left corner. */
export function placed(words: readonly (readonly [text: string, x: number, y: number])[]): string {
  return words
    .map(([text, x, y]) => `BT /F1 11 Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`)
    .join('\n')
}

/**
 * A page that is one picture: a scan.
 * @param jpeg of `width` by `height` pixels, grey
 * @param printed by the program that scanned it, over the picture
 */
export function makeScannedPdf(jpeg: Buffer, width: number, height: number, printed = ''): Buffer {
  const [across, down] = width > height ? [842, 595] : [595, 842]
  const draw = `q ${across} 0 0 ${down} 0 0 cm /Im1 Do Q\n${printed}`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> /XObject << /Im1 5 0 R >> >> /Contents 4 0 R >>`,
    stream(draw),
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${jpeg.toString('latin1')}\nendstream`,
  ])
}

/** An object with a stream, packed as many times as said. */
export function stream(content: string, dictionary = '', layers = 0): string {
  let bytes: Buffer = Buffer.from(content, 'latin1')
  for (let layer = 0; layer < layers; layer++) bytes = deflateSync(bytes, { level: 9 })
  const filter =
    layers === 0
      ? ''
      : `/Filter [${Array.from({ length: layers }, () => '/FlateDecode').join(' ')}]`
  return `<< ${dictionary} ${filter} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`
}

function drawing(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return `BT /F1 12 Tf 50 780 Td 16 TL ${shown.join(' ')} ET`
}

function assemble(
  objects: readonly string[],
  { trailer = '', before = '', after = '' }: Pick<PdfOptions, 'trailer' | 'before' | 'after'> = {},
): Buffer {
  let text = `${before}%PDF-1.5\n`
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const start = text.length
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n${after}`
  return Buffer.from(text, 'latin1')
}
