/**
 * Words that are crossed out: a line of their length runs through their middle. They are seen, and
 * no longer say what they said; a rule of a table or a chart runs on beyond them.
 */
import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { boxOf, heightOf, type Piece } from '../layout/piece.ts'
import { type Turn, upright } from '../turn.ts'

type Box = Omit<Piece, 'text'>

/** Shares of the height of print, from above: a line between them runs through its letters. */
const MIDDLE = { from: 0.35, to: 0.68 }
/** Share of a word's width. */
const LEAST_CROSSED = 0.6
/** Share of the height: a line may be longer than its words by as much, on either side. */
const BEYOND = 0.6

/** @param runs as the page lies */
export function splitStruck<Run extends Piece & { turn: Turn | null }>(
  runs: readonly Run[],
  lines: readonly Box[],
  viewport: PageViewport,
): { runs: Run[]; struck: number } {
  if (lines.length === 0) return { runs: [...runs], struck: 0 }
  let struck = 0
  const kept: Run[] = []
  const placed = runs.map((run) => (run.turn === null ? run : upright(run, run.turn, viewport)))
  const crossing = new Map<Turn, Piece[]>()
  const inTurn = (turn: Turn) => {
    const made =
      crossing.get(turn) ??
      lines
        .map((line) => upright({ text: '', ...line }, turn, viewport))
        .filter((line) => line.x1 - line.x0 > heightOf(line) && isOfWords(line, placed, turn))
    crossing.set(turn, made)
    return made
  }
  for (const [index, run] of runs.entries()) {
    const { turn } = run
    const place = placed[index]!
    const through = turn === null ? [] : inTurn(turn).filter((line) => isThrough(line, place))
    if (through.length === 0) {
      kept.push(run)
      continue
    }
    const words = wordsOf(place)
    const left = words.filter((word) => !isCrossed(word, through))
    struck += words.length - left.length
    if (left.length === words.length) kept.push(run)
    else if (left.length > 0) kept.push(only(run, left, words))
  }
  return { runs: kept, struck }
}

function isThrough(line: Piece, run: Piece): boolean {
  const share = ((line.y0 + line.y1) / 2 - run.y0) / heightOf(run)
  return share >= MIDDLE.from && share <= MIDDLE.to && line.x0 < run.x1 && line.x1 > run.x0
}

/** It begins and ends with words of its row. */
function isOfWords(line: Piece, runs: readonly (Piece & { turn: Turn | null })[], turn: Turn) {
  const row = runs.filter((run) => run.turn === turn && isThrough(line, run))
  if (row.length === 0) return false
  const around = boxOf(row)
  const beyond = BEYOND * row.reduce((most, run) => Math.max(most, heightOf(run)), 0)
  return line.x0 >= around.x0 - beyond && line.x1 <= around.x1 + beyond
}

interface Word {
  text: string
  x0: number
  x1: number
}

/** Where each word of a run is, by its share of the letters. */
function wordsOf({ text, x0, x1 }: Piece): Word[] {
  const width = (x1 - x0) / Math.max(1, text.length)
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    x0: x0 + match.index * width,
    x1: x0 + (match.index + match[0].length) * width,
  }))
}

function isCrossed(word: Word, lines: readonly Piece[]): boolean {
  const crossed = lines.reduce(
    (sum, line) => sum + Math.max(0, Math.min(word.x1, line.x1) - Math.max(word.x0, line.x0)),
    0,
  )
  return crossed >= LEAST_CROSSED * (word.x1 - word.x0)
}

/** What is left of a run; of one that lies on its side the place is kept whole. */
function only<Run extends Piece & { turn: Turn | null }>(
  run: Run,
  left: readonly Word[],
  words: readonly Word[],
): Run {
  const text = left.map((word) => word.text).join(' ')
  if (run.turn !== 0) return { ...run, text }
  const isFirst = left[0] === words[0]
  const isLast = left.at(-1) === words.at(-1)
  return {
    ...run,
    text,
    x0: isFirst ? run.x0 : left[0]!.x0,
    x1: isLast ? run.x1 : left.at(-1)!.x1,
  }
}
