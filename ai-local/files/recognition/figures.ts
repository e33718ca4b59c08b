/**
 * Whether a page shows a graph, a trace, a drawing or a photograph of some size: what is drawn
 * there and is neither a word nor a straight line, as tables and forms have them. Nothing of it can
 * be read as text.
 */
import { type GreyPicture, greyPixels, openGrey } from '../grey-picture.ts'
import { heightOf, type Piece } from '../layout/piece.ts'
import { inked } from './letters.ts'
import { type Mark, marksIn } from './marks.ts'

/** Pixels of the shorter side, at which pages are looked at. */
const SIDE = 720
/** Units, of which the shorter side has so many: about the height of a row. */
const UNITS = 60
/** In units. A straight line is made of steps that are long and thin, and longer as a whole. */
const LINE = { step: 1.5, thick: 0.45, long: 5 }
/** In units: strokes of letters are shorter, bars of a code thinner. */
const STROKE = { long: 2, thick: 0.35 }
/** Around a word, in its heights. */
const MARGIN = 0.35
/** Units around a stroke: what is closer to it is of one drawing. */
const AROUND = 2
/** Share of the page, with what is around it: logos, codes, stamps and signatures are smaller. */
const LEAST_SHARE = 0.06
/** In units, with what is around it: lower or narrower ones are signatures and ornaments. */
const LEAST_SIDE = 8
/** Share of the place of a drawing that its strokes take at least. */
const LEAST_FILLED = 0.12
/** A photograph: darker than this share of the paper, in shades so far apart. */
const DARK = 0.75
const SHADES = 14
/** Of one shade: what fills its place is the ground of a heading, what fills little a frame. */
const ROUND = { least: 0.6, most: 0.88 }
/** A picture is itself a photograph: so few words, and shades that change within so many units. */
const FEW_WORDS = 0.03
const UNEVEN = { units: 3, step: 8, share: 0.55 }
/** Share of a picture that is not the table under the paper: less is no page. */
const LEAST_PAGE = 0.3

interface Page {
  picture: GreyPicture
  unit: number
  /** 1 for each pixel of a word. */
  isWord: Uint8Array
}

interface Cells {
  across: number
  down: number
  isSet: Uint8Array
}

/**
 * @param pieces everything that was read or is told as not read
 * @param isPhotographed what reaches the edge may be the table under the paper, or its shadow
 */
export async function showsFigure(
  shown: GreyPicture,
  pieces: readonly Piece[],
  isPhotographed: boolean,
): Promise<boolean> {
  const page = await pageOf(shown, pieces)
  const means = meansOf(page)
  const { inside, atEdge } = darkPlaces(page, means, isPhotographed)
  if (sizeOf(inside) >= LEAST_SHARE) return true
  if (wordsOf(page) < FEW_WORDS && unevenShare(page, means, atEdge) >= UNEVEN.share) return true
  const strokes = widened(without(strokesOf(await drawnIn(page)), widened(atEdge)))
  return sizeOf(isPhotographed ? withoutEdge(strokes).inside : strokes) >= LEAST_SHARE
}

function wordsOf({ isWord }: Page): number {
  return isWord.reduce((sum, each) => sum + each, 0) / isWord.length
}

async function pageOf(shown: GreyPicture, pieces: readonly Piece[]): Promise<Page> {
  const scale = SIDE / Math.min(shown.width, shown.height)
  const [width, height] = [shown.width, shown.height].map((side) =>
    Math.max(UNITS, Math.round(side * scale)),
  ) as [number, number]
  const picture = await greyPixels(openGrey(shown).resize({ width, height, fit: 'fill' }))
  const isWord = new Uint8Array(width * height)
  for (const piece of pieces) {
    const margin = MARGIN * heightOf(piece)
    const pixel = (at: number, most: number) => Math.max(0, Math.min(most, Math.round(at * scale)))
    const [x0, x1] = [pixel(piece.x0 - margin, width), pixel(piece.x1 + margin, width)]
    const [y0, y1] = [pixel(piece.y0 - margin, height), pixel(piece.y1 + margin, height)]
    for (let y = y0; y < y1; y++) isWord.fill(1, y * width + x0, y * width + x1)
  }
  return { picture, unit: SIDE / UNITS, isWord }
}

/** The ink that is no word and no straight line. */
async function drawnIn({ picture, unit, isWord }: Page): Promise<Page> {
  const ink = await inked(picture)
  const { data, width, height } = ink
  for (let at = 0; at < data.length; at++) if (isWord[at]) data[at] = 255
  const across = runs(data, { count: height, length: width, step: 1, next: width })
  const down = runs(data, { count: width, length: height, step: width, next: 1 })
  const [step, thick] = [LINE.step * unit, LINE.thick * unit]
  const isThin = (at: number) => {
    const [shorter, longer] = [across[at]!, down[at]!].sort((a, b) => a - b) as [number, number]
    return longer >= step && (shorter <= thick || shorter >= step)
  }
  const lines = Buffer.from(data.map((value, at) => (value === 0 && isThin(at) ? 0 : 255)))
  const whole = { x0: 0, y0: 0, x1: width, y1: height }
  const isLine = ({ x0, y0, x1, y1 }: Mark) => Math.max(x1 - x0, y1 - y0) >= LINE.long * unit
  const left = { data: Buffer.from(data), width, height }
  for (const { x0, y0, x1, y1 } of marksIn({ ...ink, data: lines }, whole).filter(isLine))
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) if (lines[y * width + x] === 0) left.data[y * width + x] = 255
  return { picture: left, unit, isWord }
}

interface Lines {
  count: number
  length: number
  /** From a pixel to the next of its line, and from a line to the next. */
  step: number
  next: number
}

/** Of each dark pixel, how many are dark in a row with it. */
function runs(data: Buffer, { count, length, step, next }: Lines): Uint16Array {
  const found = new Uint16Array(data.length)
  for (let line = 0; line < count; line++)
    for (let at = 0; at < length; ) {
      let end = at
      while (end < length && data[line * next + end * step] === 0) end++
      for (let each = at; each < end; each++)
        found[line * next + each * step] = Math.min(0xffff, end - at)
      at = Math.max(end, at + 1)
    }
  return found
}

/** Where strokes run that are longer than those of letters, and what is around them. */
function strokesOf({ picture, unit }: Page): Cells {
  const { data, width, height } = picture
  const cells = noCells(width, height, unit)
  const marks = marksIn(picture, { x0: 0, y0: 0, x1: width, y1: height })
  const isStroke = ({ x0, x1, y0, y1 }: Mark) =>
    Math.max(x1 - x0, y1 - y0) >= STROKE.long * unit &&
    Math.min(x1 - x0, y1 - y0) > STROKE.thick * unit
  for (const { x0, x1, y0, y1 } of marks.filter(isStroke))
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) if (data[y * width + x] === 0) set(cells, x / unit, y / unit)
  return cells
}

/** Mean shade of each cell that is not a word's. */
function meansOf({ picture, unit, isWord }: Page): ReadonlyMap<number, number> {
  const { data, width, height } = picture
  const cells = noCells(width, height, unit)
  const [sums, counts] = [new Float64Array(cells.isSet.length), new Uint32Array(cells.isSet.length)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (isWord[y * width + x]) continue
      const at = placeOf(cells, x / unit, y / unit)
      sums[at]! += data[y * width + x]!
      counts[at]!++
    }
  const means = new Map<number, number>()
  for (const [at, count] of counts.entries()) if (count > 0) means.set(at, sums[at]! / count)
  return means
}

/** Where the page is dark in many shades; one shade is the ground of a heading. */
function darkPlaces(
  { picture, unit }: Page,
  means: ReadonlyMap<number, number>,
  isPhotographed: boolean,
): { inside: Cells; atEdge: Cells } {
  const dark = noCells(picture.width, picture.height, unit)
  const paper = lightOf(picture.data)
  for (const [at, mean] of means) if (mean < DARK * paper) dark.isSet[at] = 1
  const { inside, atEdge } = withoutEdge(dark)
  const places = isPhotographed ? inside : dark
  for (const region of regionsOf(places)) {
    const { across, down } = sidesOf(places, region)
    const filled = region.length / (across * down)
    const isOneShade = spreadOf(region.flatMap((at) => means.get(at) ?? [])) < SHADES
    if (isOneShade && (filled < ROUND.least || filled > ROUND.most))
      for (const at of region) places.isSet[at] = 0
  }
  return {
    inside: places,
    atEdge: isPhotographed ? atEdge : noCells(picture.width, picture.height, unit),
  }
}

/** Share of the page's cells beside which, a little further, it is lighter or darker. */
function unevenShare(
  { picture, unit }: Page,
  means: ReadonlyMap<number, number>,
  { isSet: isTable }: Cells,
): number {
  const { across, isSet } = noCells(picture.width, picture.height, unit)
  const paper = [...isSet.keys()].filter((at) => !isTable[at])
  const places = paper.length >= LEAST_PAGE * isSet.length ? paper : [...isSet.keys()]
  const isUneven = (at: number) => {
    const mean = means.get(at)
    if (mean === undefined) return false
    const others = [UNEVEN.units, -UNEVEN.units].flatMap((far) => [at + far, at + far * across])
    return others.some((other) => Math.abs((means.get(other) ?? mean) - mean) >= UNEVEN.step)
  }
  return places.filter(isUneven).length / places.length
}

/** The shade than which a twentieth is lighter: its paper's. */
function lightOf(data: Buffer): number {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value]!++
  let lighter = 0
  for (let value = 255; value > 0; value--) {
    lighter += counts[value]!
    if (lighter >= data.length / 20) return value
  }
  return 0
}

function spreadOf(values: readonly number[]): number {
  if (values.length === 0) return 0
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  return Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length)
}

/** Share of the page that its largest drawing takes. */
function sizeOf(cells: Cells): number {
  const sizes = regionsOf(cells).map((region) => {
    const { across, down } = sidesOf(cells, region)
    if (Math.min(across, down) < LEAST_SIDE) return 0
    return region.length >= LEAST_FILLED * across * down ? across * down : region.length
  })
  return Math.max(0, ...sizes) / cells.isSet.length
}

function sidesOf(cells: Cells, region: readonly number[]): { across: number; down: number } {
  const [xs, ys] = [region.map((at) => at % cells.across), region.map(rowOf(cells))]
  const side = (places: readonly number[]) =>
    places.reduce((a, b) => Math.max(a, b), 0) - places.reduce((a, b) => Math.min(a, b)) + 1
  return { across: side(xs), down: side(ys) }
}

/** Regions that reach the edge of the picture, apart from the others. */
function withoutEdge(cells: Cells): { inside: Cells; atEdge: Cells } {
  const inside = { ...cells, isSet: Uint8Array.from(cells.isSet) }
  const atEdge = { ...cells, isSet: new Uint8Array(cells.isSet.length) }
  for (const region of regionsOf(cells)) {
    const isAtEdge = region.some((at) => {
      const [x, y] = [at % cells.across, rowOf(cells)(at)]
      return x === 0 || y === 0 || x === cells.across - 1 || y === cells.down - 1
    })
    if (!isAtEdge) continue
    for (const at of region) [inside.isSet[at], atEdge.isSet[at]] = [0, 1]
  }
  return { inside, atEdge }
}

function without(cells: Cells, others: Cells): Cells {
  return { ...cells, isSet: cells.isSet.map((isSet, at) => (others.isSet[at] ? 0 : isSet)) }
}

/** Cells that hang together. */
function regionsOf({ across, down, isSet }: Cells): number[][] {
  const seen = new Uint8Array(isSet.length)
  const regions: number[][] = []
  for (let start = 0; start < isSet.length; start++) {
    if (!isSet[start] || seen[start]) continue
    const region = [start]
    seen[start] = 1
    for (let next = 0; next < region.length; next++) {
      const [x, y] = [region[next]! % across, Math.floor(region[next]! / across)]
      for (let ny = Math.max(0, y - 1); ny <= Math.min(down - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(across - 1, x + 1); nx++) {
          const at = ny * across + nx
          if (!isSet[at] || seen[at]) continue
          seen[at] = 1
          region.push(at)
        }
    }
    regions.push(region)
  }
  return regions
}

function widened(cells: Cells): Cells {
  const wide = { ...cells, isSet: new Uint8Array(cells.isSet.length) }
  for (const [at, isSet] of cells.isSet.entries()) {
    if (!isSet) continue
    const [x, y] = [at % cells.across, rowOf(cells)(at)]
    for (let ny = Math.max(0, y - AROUND); ny <= Math.min(cells.down - 1, y + AROUND); ny++)
      for (let nx = Math.max(0, x - AROUND); nx <= Math.min(cells.across - 1, x + AROUND); nx++)
        wide.isSet[ny * cells.across + nx] = 1
  }
  return wide
}

function noCells(width: number, height: number, unit: number): Cells {
  const [across, down] = [Math.ceil(width / unit), Math.ceil(height / unit)]
  return { across, down, isSet: new Uint8Array(across * down) }
}

function set(cells: Cells, x: number, y: number) {
  cells.isSet[placeOf(cells, x, y)] = 1
}

function placeOf({ across }: Cells, x: number, y: number): number {
  return Math.floor(y) * across + Math.floor(x)
}

function rowOf({ across }: Cells) {
  return (at: number) => Math.floor(at / across)
}
