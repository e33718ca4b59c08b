import type { GreyPicture } from '../grey-picture.ts'
import type { Bend } from './bend.ts'

/** The picture with its rows straight; as wide and as high. */
export function levelPicture({ data, width, height }: GreyPicture, bend: Bend): GreyPicture {
  const level = Buffer.alloc(data.length)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const from = Math.max(0, Math.min(height - 1, y + bend(x, y)))
      const above = Math.floor(from)
      const below = Math.min(height - 1, above + 1)
      const share = from - above
      level[y * width + x] =
        data[above * width + x]! * (1 - share) + data[below * width + x]! * share
    }
  return { data: level, width, height }
}

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
