/**
 * How the rows of a photographed page run: a sheet that bows, rolls up or lies askew moves each
 * place of a row up or down. Found from the letters: those of one word lie on one line, then words
 * that follow one another, so that the gaps of a table are crossed along the bend.
 */
import type { Letters, Run } from './letters.ts'

/** How far down, in pixels, a place of the level page is seen on the picture. */
export type Bend = (x: number, y: number) => number

/** Places across the page between which the bend is a straight line. */
const KNOTS = 13
/** Unknown: at each place how far down, and how much further at the lower edge. */
const UNKNOWNS = 2 * KNOTS
const LEAST_LETTERS = 60
/** Least bend, in heights of its letters, at which a page is levelled. */
const LEAST_BEND = 0.45
/** A whole page that lies askew is read as it is up to here. */
const LEAST_ASKEW = 1.6
/** Letters of a run this far apart tell its slope, in letters. */
const APART = 3
const ROUNDS = 10
/** Steps of more than this, in heights, are another row's or a letter that hangs lower. */
const DOUBTED = 0.25
const STIFF = 1
const STILL = 0.001
/** Between two words of one row, in heights. */
const MOST_GAP = 16
const SAME_ROW = 0.5

interface Place {
  x: number
  y: number
}

/** Undefined for a page whose rows are straight, or that has too few letters to say. */
export function bendOf(
  { height, runs }: Letters,
  { width, height: pageHeight }: { width: number; height: number },
): Bend | undefined {
  const count = runs.reduce((sum, { length }) => sum + length, 0)
  if (count < LEAST_LETTERS) return undefined
  const page = { width, height: pageHeight }
  const within = runs.flatMap(stepsWithin)
  let bend = bendFrom(new Float64Array(UNKNOWNS), page)
  for (let round = 0; round < ROUNDS; round++) {
    const across = round === 0 ? [] : stepsAcross(runs, bend, height)
    bend = fitted([...within, ...across], bend, page, height)
  }
  return isBent(bend, page, height) ? bend : undefined
}

/** What lies on one row. */
interface Step {
  from: Place
  to: Place
  weight: number
}

function stepsWithin(run: Run): Step[] {
  const places = run.map(({ x0, x1, y1 }) => ({ x: (x0 + x1) / 2, y: y1 }))
  return places.flatMap((from, at) => {
    const to = places[Math.min(places.length - 1, at + APART)]!
    return to === from ? [] : [{ from, to, weight: 1 }]
  })
}

/** From each run to the next one on its right that lies on its row, as the bend is known so far. */
function stepsAcross(runs: readonly Run[], bend: Bend, height: number): Step[] {
  const ends = runs.map((run) => endsOf(run, bend))
  const byLeft = [...ends].sort((a, b) => a.x0 - b.x0)
  return ends.flatMap((one) => {
    const next = byLeft.find(
      (other) =>
        other.x0 > one.x1 &&
        other.x0 - one.x1 < MOST_GAP * height &&
        Math.abs(other.level - one.level) < SAME_ROW * height,
    )
    if (!next) return []
    const weight = Math.min(one.letters, next.letters, 4)
    return [{ from: placed(one.x, one.level, bend), to: placed(next.x, next.level, bend), weight }]
  })
}

function endsOf(run: Run, bend: Bend) {
  const levels = run.map(({ x0, x1, y1 }) => levelOf({ x: (x0 + x1) / 2, y: y1 }, bend))
  const level = levels.sort((a, b) => a - b)[Math.floor((levels.length - 1) / 2)]!
  const [x0, x1] = [run[0]!.x0, run.at(-1)!.x1]
  return { x0, x1, x: (x0 + x1) / 2, level, letters: run.length }
}

function placed(x: number, level: number, bend: Bend): Place {
  return { x, y: level + bend(x, level) }
}

/** Height of a place of the picture on the level page. */
function levelOf({ x, y }: Place, bend: Bend): number {
  let level = y
  for (let round = 0; round < 4; round++) level = y - bend(x, level)
  return level
}

interface Page {
  width: number
  height: number
}

function bendFrom(values: Float64Array, page: Page): Bend {
  return (x, y) => {
    let sum = 0
    for (const [at, share] of sharesAt(x, y, page)) sum += values[at]! * share
    return sum
  }
}

function sharesAt(x: number, y: number, { width, height }: Page): [number, number][] {
  const place = Math.max(0, Math.min(KNOTS - 1, (x / width) * (KNOTS - 1)))
  const at = Math.min(KNOTS - 2, Math.floor(place))
  const [right, down] = [place - at, y / height - 0.5]
  return [
    [at, 1 - right],
    [at + 1, right],
    [KNOTS + at, (1 - right) * down],
    [KNOTS + at + 1, right * down],
  ]
}

/** Least squares, with steps that do not fit counted less. */
function fitted(steps: readonly Step[], bend: Bend, page: Page, height: number): Bend {
  const sums = Array.from({ length: UNKNOWNS }, () => new Float64Array(UNKNOWNS + 1))
  const add = (row: ReadonlyMap<number, number>, wanted: number, weight: number) => {
    for (const [one, share] of row) {
      const own = sums[one]!
      for (const [other, otherShare] of row) own[other]! += weight * share * otherShare
      own[UNKNOWNS]! += weight * share * wanted
    }
  }
  for (const { from, to, weight } of steps) {
    const [level, other] = [levelOf(from, bend), levelOf(to, bend)]
    const off = (level - other) / (DOUBTED * height)
    const row = new Map<number, number>()
    const y = (level + other) / 2
    for (const [at, share] of sharesAt(to.x, y, page)) row.set(at, (row.get(at) ?? 0) + share)
    for (const [at, share] of sharesAt(from.x, y, page)) row.set(at, (row.get(at) ?? 0) - share)
    add(row, to.y - from.y, weight / (1 + Math.abs(off)))
  }
  const total = steps.reduce((sum, { weight }) => sum + weight, 0)
  for (const first of [0, KNOTS]) {
    for (let at = first + 1; at < first + KNOTS - 1; at++)
      add(
        new Map([
          [at - 1, 1],
          [at, -2],
          [at + 1, 1],
        ]),
        0,
        (STIFF * total) / 1000,
      )
    for (let at = first; at < first + KNOTS; at++)
      add(new Map([[at, 1]]), 0, (STILL * total) / 1000)
  }
  return bendFrom(solved(sums), page)
}

/** Gauss, with the largest number first. */
function solved(rows: Float64Array[]): Float64Array {
  const count = rows.length
  for (let at = 0; at < count; at++) {
    let best = at
    for (let other = at + 1; other < count; other++)
      if (Math.abs(rows[other]![at]!) > Math.abs(rows[best]![at]!)) best = other
    ;[rows[at], rows[best]] = [rows[best]!, rows[at]!]
    const own = rows[at]!
    for (let other = 0; other < count; other++) {
      if (other === at) continue
      const share = rows[other]![at]! / own[at]!
      if (share !== 0) for (let to = at; to <= count; to++) rows[other]![to]! -= share * own[to]!
    }
  }
  return Float64Array.from(rows, (row, at) => row[count]! / row[at]!)
}

/** By more than a slope that all rows share. */
function isBent(bend: Bend, { width, height }: Page, letter: number): boolean {
  const places = Array.from({ length: KNOTS }, (_, at) => (at * width) / (KNOTS - 1))
  const inner = places.slice(1, -1)
  const span = inner.at(-1)! - inner[0]!
  const rows = [0.1, 0.5, 0.9].map((share) => inner.map((x) => bend(x, share * height)))
  const risen = (row: readonly number[]) => row.at(-1)! - row[0]!
  const slope = risen(rows[1]!) / span
  if (Math.abs(slope * span) > LEAST_ASKEW * letter) return true
  return rows.some((row) => {
    const off = row.map((down, at) => down - row[0]! - slope * (inner[at]! - inner[0]!))
    return Math.max(...off) - Math.min(...off) > LEAST_BEND * letter
  })
}
