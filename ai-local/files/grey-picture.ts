import sharp, { type Sharp } from 'sharp'

/** A picture in grey, a byte a pixel, row by row. */
export interface GreyPicture {
  data: Buffer
  width: number
  height: number
}

export function openGrey({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } })
}

export async function greyPixels(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Least difference, out of 255, by which ink is darker than its paper. */
const INK = 64

/** How much of a picture is darker than most of it: 0 to 1. */
export function inkOf({ data }: GreyPicture): number {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value]!++
  let seen = 0
  let paper = 0
  while (seen < data.length / 2 && paper < 255) seen += counts[paper++]!
  const dark = counts.subarray(0, Math.max(0, paper - INK)).reduce((sum, each) => sum + each, 0)
  return data.length === 0 ? 0 : dark / data.length
}
