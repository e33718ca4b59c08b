/**
 * Pictures, decoded page by page. What hangs on behind a picture's end is not looked at, since
 * pictures are written anew before they are kept; a picture whose end is missing is taken with the
 * rows that are there.
 */
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_PIXELS, PICTURE_SIDES } from '../../../core/file/refusals.ts'
import { type PictureType, startsAnimation } from '../../../core/file/sniff.ts'
import { ReadError } from '../protocol.ts'
import { bmpSize, decodeBmp } from './decode-bmp.ts'
import { gifHasAllPixels } from './gif-pixels.ts'
import { jpegHasItsBlocks } from './jpeg-blocks.ts'
import { tiffHasItsParts } from './tiff-parts.ts'

export interface PicturePage {
  /** Upright as its own mark says: red, green, blue. */
  data: Buffer
  width: number
  height: number
  /** Rows are missing, or damaged. */
  isCut: boolean
}

export interface OpenPicture {
  pages: number
  /** @param index from 0 @throws {ReadError} `IMAGE_INVALID`, `IMAGE_DIMENSIONS` */
  page(index: number): Promise<PicturePage>
}

/** @throws {ReadError} `IMAGE_INVALID`, `IMAGE_DIMENSIONS` */
export async function openPicture(bytes: Uint8Array, type: PictureType): Promise<OpenPicture> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/bmp') {
    requireSize(bmpSize(whole))
    return { pages: 1, page: async () => decodeBmp(whole) }
  }
  const { pages = 1 } = await headOf(whole, 0)
  const isAnimated = type === 'image/png' ? startsAnimation(whole) : pages > 1
  if (isAnimated && type !== 'image/tiff') throw new ReadError('IMAGE_INVALID')
  return {
    pages,
    async page(index) {
      requireSize(await headOf(whole, index))
      return decode(whole, type, index)
    },
  }
}

/** Strictly first: what a lenient decoder makes of damage is told. */
async function decode(bytes: Buffer, type: PictureType, page: number): Promise<PicturePage> {
  if (type === 'image/jpeg') return decodeJpeg(bytes)
  try {
    const isCut =
      type === 'image/gif' ? !gifHasAllPixels(bytes) : await isDamagedTiff(bytes, type, page)
    return { ...(await pixels(open(bytes, page, 'error'))), isCut }
  } catch {
    return { ...(await whatIsThere(bytes, page)), isCut: true }
  }
}

/**
 * Asked of the file itself. Only where it is packed otherwise, of the decoder's warnings: parts
 * that cannot be unpacked are such, as are tags that nobody knows. They lie in a buffer of the
 * whole process, which reads one file at a time.
 */
async function isDamagedTiff(bytes: Buffer, type: PictureType, page: number): Promise<boolean> {
  if (type !== 'image/tiff') return false
  const hasItsParts = tiffHasItsParts(bytes, page)
  if (hasItsParts !== null) return !hasItsParts
  const failure = await pixels(open(bytes, page, 'warning')).catch((error: unknown) => error)
  return failure instanceof Error && DAMAGED.test(failure.message)
}

const DAMAGED = /decoding error|not enough data|corrupt|premature|read error|uncompress/i

/** One that lacks its end mark may have all of its rows; what is missing is only a warning. */
async function decodeJpeg(bytes: Buffer): Promise<PicturePage> {
  const closed = Buffer.concat([bytes, END_OF_JPEG])
  try {
    const isCut = !jpegHasItsBlocks(closed)
    return { ...(await pixels(open(closed, 0, 'warning'))), isCut }
  } catch (error) {
    const isCut = !(error instanceof Error) || !isHarmless(error.message, bytes)
    const whole = isCut ? undefined : await pixels(open(closed, 0, 'error')).catch(() => undefined)
    return whole ? { ...whole, isCut: false } : { ...(await whatIsThere(closed, 0)), isCut: true }
  }
}

/** Bytes behind the last row; more are rows that damage moved there, but for filling. */
const MOST_BEHIND = 4

/** Warnings of a picture whose rows are all there; others are of data that are not as written. */
function isHarmless(warnings: string, bytes: Buffer): boolean {
  return warnings.split('\n').every((warning) => {
    const behind = /(?<!\d)(\d{1,10}) extraneous bytes before marker 0xd9/.exec(warning)?.[1]
    if (behind === undefined) return /JFIF|Adobe/.test(warning)
    const end = bytes.lastIndexOf(END_OF_JPEG)
    const filling = bytes.subarray(Math.max(0, end - Number(behind)), end)
    return filling.length <= MOST_BEHIND || filling.every((byte) => byte === 0 || byte === 0xff)
  })
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

async function whatIsThere(bytes: Buffer, page: number) {
  try {
    const decoded = await pixels(open(bytes, page, 'none'))
    const { channels } = await sharp(decoded.data, rawOf(decoded)).stats()
    // Not one row was decoded: it is all of one colour.
    if (channels.every(({ min, max }) => min === max)) throw new ReadError('IMAGE_INVALID')
    return decoded
  } catch (cause) {
    throw cause instanceof ReadError ? cause : new ReadError('IMAGE_INVALID', { cause })
  }
}

async function pixels(picture: Sharp) {
  const { data, info } = await picture
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export function rawOf({ width, height }: { width: number; height: number }) {
  return { raw: { width, height, channels: 3 as const } }
}

function open(bytes: Buffer, page: number, failOn: 'warning' | 'error' | 'none'): Sharp {
  return sharp(bytes, { limitInputPixels: PICTURE_PIXELS, failOn, page })
}

async function headOf(bytes: Buffer, page: number): Promise<Metadata> {
  try {
    // The head only: what it claims is judged before a pixel is decoded.
    return await sharp(bytes, { limitInputPixels: false, failOn: 'none', page }).metadata()
  } catch (cause) {
    throw new ReadError('IMAGE_INVALID', { cause })
  }
}

function requireSize({ width, height }: { width: number; height: number }) {
  const { min, max } = PICTURE_SIDES
  const isSane = [width, height].every((side) => side >= min && side <= max)
  if (!isSane || width * height > PICTURE_PIXELS) throw new ReadError('IMAGE_DIMENSIONS')
}
