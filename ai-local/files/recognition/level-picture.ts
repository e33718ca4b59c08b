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
