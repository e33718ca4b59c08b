/** Files as doctors attach them, made here: nothing in them is anybody's. */
import sharp from 'sharp'

/** A PDF with a page of plain text per entry, its cross-reference in order. */
export function samplePdf(...pages: string[]): Buffer {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, i) => {
      const lines = text.split('\n').map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`)
      const drawn = `BT /F1 12 Tf 14 TL 60 760 Td ${lines.join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${Buffer.byteLength(drawn, 'latin1')} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = Buffer.byteLength(file, 'latin1')
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = Buffer.byteLength(file, 'latin1')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A plain picture in one colour. */
export function samplePicture(
  format: 'png' | 'jpeg' | 'webp',
  { width = 320, height = 240, colour = '#c8dfe0' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()
}

/** A report as a camera sees it: words in a picture. */
export function sampleScan(...lines: string[]): Promise<Buffer> {
  const text = lines.map((line, i) => `<text x="40" y="${80 + 64 * i}">${line}</text>`).join('')
  const height = 120 + 64 * lines.length
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="38">${text}</g></svg>`,
    ),
  )
    .png()
    .toBuffer()
}

/** What phones of some makers write: only its first bytes, which say so. */
export function sampleHeic(): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  return Buffer.concat([head, Buffer.alloc(400)])
}
