/** A page as a camera sees it that is held over a bent sheet: rows bow, light falls off. */
import sharp from 'sharp'

/** How far down a place of the sheet is moved, in letter sizes; both from 0 to 1. */
export type Bend = (across: number, down: number) => number

export const BENDS: Record<string, Bend> = {
  'bowed a little': (across) => 0.9 * (1 - (2 * across - 1) ** 2),
  'bowed a lot': (across, down) => (1.2 + down) * (1 - (2 * across - 1) ** 2),
  wavy: (across, down) => 0.8 * Math.sin(2 * Math.PI * (1.2 * across + 0.3 * down)),
  'rolled up at one side': (across) => 2.4 * across ** 3,
  'folded in the middle': (across) => 1.6 * Math.abs(across - 0.5) * 2,
  'bound at one side': (across, down) => (2.2 - down) * Math.exp(-6 * across),
}

/** @param size of its letters, in pixels */
export async function bentPage(page: Buffer, size: number, bend: Bend): Promise<Buffer> {
  const opened = sharp(page)
    .greyscale()
    .extend({ top: 3 * size, bottom: 3 * size, background: 'white' })
  const { data, info } = await opened.raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const bent = Buffer.alloc(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [x / width, y / height]
      const from = Math.max(0, Math.min(height - 1, y - size * bend(across, down)))
      const above = Math.floor(from)
      const below = Math.min(height - 1, above + 1)
      const share = from - above
      const value = data[above * width + x]! * (1 - share) + data[below * width + x]! * share
      bent[y * width + x] = value * (0.95 - 0.3 * across * down)
    }
  return sharp(bent, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
