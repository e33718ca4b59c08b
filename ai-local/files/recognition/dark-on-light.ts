import type { GreyPicture } from '../grey-picture.ts'

/** Most of a page is paper: where most is darker than this, its letters are the light part. */
const DARK = 90

/** A screen with light letters on black as print has them; any other picture as it is. */
export function darkOnLight(picture: GreyPicture): GreyPicture {
  const { data } = picture
  let dark = 0
  for (const value of data) if (value < DARK) dark++
  if (dark <= 0.6 * data.length) return picture
  return { ...picture, data: Buffer.from(data.map((value) => 255 - value)) }
}
