import type { KeptPage } from './kept-picture.ts'

/** Points of a page's longer side: A4's. */
const LONGER_SIDE = 842

/** Several pictures as one file that anything shows: a PDF with a JPEG on each page. */
export function picturePages(pages: readonly KeptPage[]): Buffer {
  const numberOf = (index: number) => 3 + 3 * index
  const kids = pages.map((_, index) => `${numberOf(index)} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((page, index) => pageObjects(page, numberOf(index))),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`, 'latin1'))
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** The page, its drawing, its picture. */
function pageObjects({ bytes, width, height }: KeptPage, number: number): string[] {
  const scale = LONGER_SIDE / Math.max(width, height)
  const [across, down] = [(width * scale).toFixed(2), (height * scale).toFixed(2)]
  const drawing = `q ${across} 0 0 ${down} 0 0 cm /P Do Q`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Resources << /XObject << /P ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`,
  ]
}
