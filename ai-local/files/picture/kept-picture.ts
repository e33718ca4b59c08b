/**
 * Pictures as they are kept: written anew, so that neither position nor camera nor anything that
 * hangs on behind remains (SPEC-GAPS 1.12); small, but as large as it takes to read them.
 */
import sharp, { type Sharp } from 'sharp'
import { PICTURE_PIXELS } from '../../../core/file/refusals.ts'

/** Pixels: a page photographed at this longest side is legible, a long strip at this shortest. */
const KEPT_SIDE = 2400
const LEGIBLE_SIDE = 1200
const KEPT_PIXELS = 24_000_000
/** What the format can have at most. */
const WEBP_SIDE = 16_383
const JPEG_SIDE = 65_500
const THUMBNAIL_SIDE = 160

interface Pixels {
  /** Red, green, blue. */
  data: Buffer
  width: number
  height: number
}

export interface KeptPage {
  /** Encoded. */
  bytes: Buffer
  type: 'webp' | 'jpeg'
  width: number
  height: number
}

/** @param isAlone WebP then, where it can be as long; else what a PDF can hold */
export async function keptPage(page: Pixels, isAlone: boolean): Promise<KeptPage> {
  const { picture, width, height } = resizedPage(page)
  const type = isAlone && Math.max(width, height) <= WEBP_SIDE ? 'webp' : 'jpeg'
  return { bytes: await picture[type]({ quality: 85 }).toBuffer(), type, width, height }
}

function resizedPage({ data, ...size }: Pixels): { picture: Sharp } & Omit<Pixels, 'data'> {
  const { width, height } = size
  const [longest, shortest] = [Math.max(width, height), Math.min(width, height)]
  const scale = Math.min(
    1,
    Math.max(KEPT_SIDE / longest, LEGIBLE_SIDE / shortest),
    Math.sqrt(KEPT_PIXELS / (width * height)),
    JPEG_SIDE / longest,
  )
  const kept = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  return { picture: picture.resize({ ...kept, fit: 'fill' }), ...kept }
}

/** WebP, 160 px at most. @param picture encoded */
export function thumbnailOf(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: PICTURE_PIXELS })
    .resize({
      width: THUMBNAIL_SIDE,
      height: THUMBNAIL_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 75 })
    .toBuffer()
}
