import { type GreyPicture, greyPixels, openGrey } from '../grey-picture.ts'
import type { Turn } from '../turn.ts'

/** A picture that lies turned, upright again. */
export async function turnPicture(picture: GreyPicture, turn: Turn): Promise<GreyPicture> {
  return turn === 0 ? picture : greyPixels(openGrey(picture).rotate(360 - turn))
}
