/**
 * Letters of a picture by their ink alone, and lines of letters that follow one another: what a
 * page shows, whatever a recognizer makes of it.
 */
import { type GreyPicture, greyPixels, openGrey } from '../grey-picture.ts'
import { type Box, type Mark, marksIn } from './marks.ts'

/** Letters of about one height on about one line, from left to right; two at least. */
export type Run = Box[]

export interface Letters {
  /** Height of most of them, in pixels. */
  height: number
  runs: Run[]
  /** Ink is 0, paper 255. */
  ink: GreyPicture
}

/** Pixels of the paper's shade are averaged over so many. */
const SHADE = 24
/** Ink is darker than this share of the paper around it. */
const INK = 0.72
/** Pixels: lower ones are grain, higher ones no print. */
const HEIGHT = { least: 9, most: 160 }
/** Shares of the height of most letters. */
const LIKE = { least: 0.55, most: 1.6 }
const MOST_WIDTH = 3
/** Between two letters of a run, in heights. */
const MOST_GAP = 1.1
const MOST_STEP = 0.45

export async function lettersOf(picture: GreyPicture): Promise<Letters> {
  const ink = await inked(picture)
  const marks = marksIn(ink, {
    x0: 0,
    y0: 0,
    x1: picture.width,
    y1: picture.height,
  })
  const height = usualHeight(marks)
  const letters = marks.filter((mark) => {
    const [wide, high] = [mark.x1 - mark.x0, mark.y1 - mark.y0]
    return high >= LIKE.least * height && high <= LIKE.most * height && wide <= MOST_WIDTH * height
  })
  return { height, runs: intoRuns(letters, height), ink }
}

/** Black and white, by the shade around each pixel: a photograph's light falls off. */
export async function inked(picture: GreyPicture): Promise<GreyPicture> {
  const { data, width, height } = picture
  const small = openGrey(picture).resize({
    width: Math.max(1, Math.round(width / SHADE)),
    height: Math.max(1, Math.round(height / SHADE)),
    fit: 'fill',
  })
  const coarse = await greyPixels(small)
  const shade = await greyPixels(openGrey(coarse).resize({ width, height, fit: 'fill' }))
  const marked = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at++) marked[at] = data[at]! < INK * shade.data[at]! ? 0 : 255
  return { data: marked, width, height }
}

/** The height that most ink of letters has; 0 where there are none. */
function usualHeight(marks: readonly Mark[]): number {
  const heights = marks
    .map(({ y0, y1 }) => y1 - y0)
    .filter((high) => high >= HEIGHT.least && high <= HEIGHT.most)
    .sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

function intoRuns(letters: readonly Box[], height: number): Run[] {
  const open: Run[] = []
  const closed: Run[] = []
  for (const letter of [...letters].sort((a, b) => a.x0 - b.x0)) {
    let [nearest, least] = [-1, Infinity]
    for (let at = open.length - 1; at >= 0; at--) {
      const last = open[at]!.at(-1)!
      const gap = letter.x0 - last.x1
      if (gap > MOST_GAP * height) {
        closed.push(...open.splice(at, 1))
        if (nearest > at) nearest--
        continue
      }
      const step = Math.abs(letter.y1 - last.y1)
      if (step <= MOST_STEP * height && step < least) [nearest, least] = [at, step]
    }
    if (nearest >= 0) open[nearest]!.push(letter)
    else open.push([letter])
  }
  return [...closed, ...open].filter((run) => run.length > 1)
}
