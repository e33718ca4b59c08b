import type { GreyPicture } from '../grey-picture.ts'

/** Dark pixels that hang together. */
export interface Mark {
  x0: number
  y0: number
  x1: number
  y1: number
  pixels: number
}

export type Box = Omit<Mark, 'pixels'>

/** The marks in a part of a picture, from that part's upper left corner. */
export function marksIn(picture: GreyPicture, wanted: Box): Mark[] {
  const x0 = Math.max(0, wanted.x0)
  const y0 = Math.max(0, wanted.y0)
  const width = Math.min(picture.width, wanted.x1) - x0
  const height = Math.min(picture.height, wanted.y1) - y0
  if (width < 1 || height < 1) return []
  const part = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (y0 + y) * picture.width + x0
    part.set(picture.data.subarray(from, from + width), y * width)
  }
  const threshold = between(part)
  const seen = new Uint8Array(part.length)
  const marks: Mark[] = []
  for (let start = 0; start < part.length; start++)
    if (part[start]! <= threshold && !seen[start])
      marks.push(markFrom(start, { part, seen, width, height, threshold }))
  return marks
}

interface Part {
  part: Uint8Array
  seen: Uint8Array
  width: number
  height: number
  threshold: number
}

function markFrom(start: number, { part, seen, width, height, threshold }: Part): Mark {
  const mark: Mark = { x0: width, y0: height, x1: 0, y1: 0, pixels: 0 }
  const waiting = [start]
  seen[start] = 1
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    mark.pixels++
    mark.x0 = Math.min(mark.x0, x)
    mark.y0 = Math.min(mark.y0, y)
    mark.x1 = Math.max(mark.x1, x + 1)
    mark.y1 = Math.max(mark.y1, y + 1)
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx
        if (seen[next] || part[next]! > threshold) continue
        seen[next] = 1
        waiting.push(next)
      }
  }
  return mark
}

/** The grey between ink and paper that parts both best (Otsu). */
function between(values: Uint8Array): number {
  const counts = new Uint32Array(256)
  let sum = 0
  for (const value of values) {
    counts[value]!++
    sum += value
  }
  let [dark, darkSum, best, threshold] = [0, 0, -1, 127]
  for (let level = 0; level < 256; level++) {
    dark += counts[level]!
    darkSum += level * counts[level]!
    const light = values.length - dark
    if (dark === 0 || light === 0) continue
    const apart = darkSum / dark - (sum - darkSum) / light
    const spread = dark * light * apart ** 2
    if (spread > best) [best, threshold] = [spread, level]
  }
  return threshold
}
