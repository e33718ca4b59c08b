/** Pictures: each page decoded, turned upright, read at a size at which letters can be told. */

import sharp from 'sharp'
import type { FileReading } from '../../../core/file/file.ts'
import type { PictureType } from '../../../core/file/sniff.ts'
import { type UnusedPart, usePages } from '../../../core/input-use/input-use.ts'
import { cleanText } from '../clean-text.ts'
import { type GreyPicture, greyPixels } from '../grey-picture.ts'
import { countRows, layOutRows } from '../layout/rows.ts'
import { ReadError } from '../protocol.ts'
import type { Recognition, Recognizer } from '../recognition/recognizer.ts'
import { countUnsure, unsureColumns, unsureParts } from '../recognition/unread-parts.ts'
import { type KeptPage, keptPage, thumbnailOf } from './kept-picture.ts'
import { openPicture, type PicturePage, rawOf } from './open-picture.ts'

/** Points of a page's longer side: A4's. */
const LONGER_SIDE = 842

/** Several pictures as one file that anything shows: a PDF with a JPEG on each page. */
function picturePages(pages: readonly KeptPage[]): Buffer {
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

interface Options {
  maxPages: number
  recognize: Recognizer
  onProgress(): void
}

/** Longest side: what recognition reads best, letters of 20 to 40 pixels on a page. */
const READ_SIDE = { min: 1800, max: 2600 }
/** A picture this much longer than wide is a strip, and read by its shortest side. */
const STRIP = 2.4
const STRIP_SIDE = { min: 1000, max: 1600 }
const MOST_ENLARGED = 4
const MOST_READ_PIXELS = 40_000_000

/** @throws {ReadError} */
export async function readPicture(
  bytes: Uint8Array,
  type: PictureType,
  { maxPages, recognize, onProgress }: Options,
): Promise<FileReading> {
  const picture = await openPicture(bytes, type)
  if (picture.pages > maxPages) throw new ReadError('PDF_TOO_MANY_PAGES')
  const texts: string[] = []
  const kept: KeptPage[] = []
  const unused: UnusedPart[] = []
  for (let index = 0; index < picture.pages; index++) {
    const page = await picture.page(index)
    const isLeft = recognize.isSpent()
    const recognition = isLeft ? null : await recognize(await forReading(page))
    const { words, doubted } = recognition ?? { words: [], doubted: [] }
    const { rows, columnsUnsure } = layOutRows([...words, ...doubted])
    texts.push(cleanText(rows.join('\n')))
    kept.push(await keptPage(await turnedBack(page, recognition), picture.pages === 1))
    unused.push(
      ...openParts(index + 1, page, recognition, isLeft),
      ...unsureColumns(index + 1, columnsUnsure),
    )
    onProgress()
  }
  const [first] = kept
  return {
    type,
    pages: texts,
    textFrom: texts.every((text) => text === '') ? null : 'recognition',
    use: usePages(texts.length, unused),
    thumbnail: await thumbnailOf(first!.bytes).catch(() => null),
    picture: kept.length === 1 ? first!.bytes : picturePages(kept),
  }
}

function openParts(
  page: number,
  { isCut }: PicturePage,
  recognition: Recognition | null,
  isLeft: boolean,
): UnusedPart[] {
  const unsure: UnusedPart[] = recognition
    ? unsureParts(page, {
        isDirectionSure: recognition.isDirectionSure,
        mustHaveText: true,
        hasText: recognition.words.length > 0,
        isTooBent: recognition.isTooBent,
        hasFigure: recognition.hasFigure,
        doubted: countRows(recognition.doubted),
        numbersUnsure: countUnsure(recognition.words),
      })
    : [{ code: isLeft ? 'recognition_left' : 'recognition_off', page }]
  return [...(isCut ? [{ code: 'picture_cut', page } as const] : []), ...unsure]
}

function forReading(page: PicturePage): Promise<GreyPicture> {
  const width = Math.max(1, Math.round(page.width * readScale(page)))
  return greyPixels(sharp(page.data, rawOf(page)).resize({ width }))
}

function readScale({ width, height }: PicturePage): number {
  const [longest, shortest] = [Math.max(width, height), Math.min(width, height)]
  const isStrip = longest > STRIP * shortest
  const [side, { min, max }] = isStrip ? [shortest, STRIP_SIDE] : [longest, READ_SIDE]
  return Math.min(
    Math.min(max, Math.max(min, side)) / side,
    MOST_ENLARGED,
    Math.sqrt(MOST_READ_PIXELS / (width * height)),
  )
}

/** As it was read, so that what is kept stands upright too. */
async function turnedBack(
  page: PicturePage,
  recognition: Recognition | null,
): Promise<PicturePage> {
  if (!recognition || recognition.turn === 0) return page
  const { data, info } = await sharp(page.data, rawOf(page))
    .rotate(360 - recognition.turn)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...page, data, width: info.width, height: info.height }
}
