/**
 * Pictures: decoded wholly, turned upright, made small enough and written anew, so that neither
 * position nor camera nor anything that hangs on behind is kept (SPEC-GAPS 1.12). The text on them
 * is read from the full size.
 */
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { FileType } from '../../../core/contract/files.ts'
import type { FileReading } from '../../../core/file/file.ts'
import { PICTURE_PIXELS, PICTURE_SIDES } from '../../../core/file/refusals.ts'
import { usePages } from '../../../core/input-use/input-use.ts'
import { cleanText } from '../clean-text.ts'
import { ReadError } from '../read-error.ts'
import type { Recognizer } from '../recognize.ts'
import { isOnePicture } from './one-picture.ts'

/** Longest side that is kept; a page photographed at this size is legible. */
const KEPT_SIDE = 2400
/** What recognition reads best: letters of 20 to 40 pixels, as on a page of this height. */
const READ_SIDE = { min: 1800, max: 2600 }
const THUMBNAIL_SIDE = 160

/** @throws {ReadError} */
export async function readPicture(
  bytes: Uint8Array,
  type: Exclude<FileType, 'application/pdf'>,
  recognize: Recognizer,
): Promise<FileReading> {
  if (!isOnePicture(bytes, type)) throw new ReadError('IMAGE_INVALID')
  requireSize(await readHead(bytes))
  try {
    const picture = await open(bytes)
      .autoOrient()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
    const text = cleanText((await recognize(await forReading(bytes))) ?? '')
    return {
      type,
      pages: [text],
      textFrom: text === '' ? null : 'recognition',
      use: usePages(1, []),
      thumbnail: await thumbnailOf(picture),
      picture,
    }
  } catch (cause) {
    throw cause instanceof ReadError ? cause : new ReadError('IMAGE_INVALID', { cause })
  }
}

/** WebP, 160 px at most. */
export function thumbnailOf(picture: Uint8Array): Promise<Buffer> {
  return open(picture)
    .resize({
      width: THUMBNAIL_SIDE,
      height: THUMBNAIL_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 75 })
    .toBuffer()
}

function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: PICTURE_PIXELS, failOn: 'error', animated: false })
}

async function readHead(bytes: Uint8Array): Promise<Metadata> {
  try {
    // The head only: what it claims is judged before a pixel is decoded.
    return await sharp(bytes, { limitInputPixels: false, animated: true }).metadata()
  } catch (cause) {
    throw new ReadError('IMAGE_INVALID', { cause })
  }
}

function requireSize({ width, height, pages = 1 }: Metadata) {
  if (pages > 1) throw new ReadError('IMAGE_INVALID')
  const { min, max } = PICTURE_SIDES
  const isSane = [width, height].every((side) => side >= min && side <= max)
  if (!isSane || width * height > PICTURE_PIXELS) throw new ReadError('IMAGE_DIMENSIONS')
}

async function forReading(bytes: Uint8Array): Promise<Buffer> {
  const { width, height } = await open(bytes).metadata()
  const longest = Math.max(width, height)
  const side = Math.min(READ_SIDE.max, Math.max(READ_SIDE.min, longest))
  return open(bytes)
    .autoOrient()
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: side, height: side, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
