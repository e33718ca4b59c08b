/**
 * Text off pictures, read by two recognizers and in the direction in which it says something. What
 * is not sure is left out and counted, or marked: a photograph without text must not become one
 * with invented words, nor a number another one.
 */

import { UNSURE_NUMBER } from '../../../core/file/file.ts'
import { type GreyPicture, greyPixels, inkOf, openGrey } from '../grey-picture.ts'
import { judgeLanguage } from '../is-language.ts'
import type { Piece } from '../layout/piece.ts'
import type { Turn } from '../turn.ts'
import { agreedWords } from './agreement.ts'
import { type Bend, bendOf } from './bend.ts'
import { showsFigure } from './figures.ts'
import { drawings, leftOut } from './left-out.ts'
import { lettersOf } from './letters.ts'
import { darkOnLight, levelPicture } from './level-picture.ts'
import { type LineReader, loadLineReader } from './line-network.ts'
import { type Look, loadTesseract, type SeenWord, type Tesseract } from './tesseract.ts'
import { fromTile, joined, MOST_BENT, type Tile, tilesOf } from './tiles.ts'
import {
  fromTwoReadings,
  LEAST_CONFIDENCE,
  type ReadWords,
  type Word,
  withOddSignsMarked,
} from './two-readings.ts'
import { unreadLines } from './unread-parts.ts'

/** A picture that lies turned, upright again. */
async function turnPicture(picture: GreyPicture, turn: Turn): Promise<GreyPicture> {
  return turn === 0 ? picture : greyPixels(openGrey(picture).rotate(360 - turn))
}

export interface Recognition {
  /** How far the picture was turned away from upright. */
  turn: Turn
  /** False: nothing was read, because no direction says more than another. */
  isDirectionSure: boolean
  /** Pixels of the picture, turned upright and with its rows straight. */
  words: Word[]
  /** Places that were seen and are not trusted; their text is the mark that stands for it. */
  doubted: Piece[]
  /** A graph, a trace or a photograph is on it, of which nothing was read. */
  hasFigure: boolean
  /** Rows run so crooked that a value may stand in another one. */
  isTooBent: boolean
  /** Where a piece is seen on the upright picture, whose rows may be bent. */
  asSeen(piece: Piece): Piece
}

export interface Recognizer extends AsyncDisposable {
  /** Null when recognition is switched off. */
  (picture: GreyPicture): Promise<Recognition | null>
  /** It took all the time that it has for a file: nothing more is read. */
  isSpent(): boolean
}

/** What is read with; both come with the program. */
export interface RecognitionFiles {
  /** Folder with `por.traineddata.gz`. */
  languageDir: string
  /** Weights of the reader of lines. */
  lineReader: string
}

interface Options {
  recognitionFiles: RecognitionFiles | null
  maxRecognitionMs: number
  onProgress(): void
  turn(): Promise<void>
}

const FIRST: Look = { blur: 0.8, lines: 'scattered' }
/**
 * Measured: the other way of looking for lines agrees best on clean pages, and loses grainy ones.
 */
const SECOND: Look = { blur: 0.9, lines: 'column' }
const SECOND_OF_GRAINY: Look = { blur: 1.4, lines: 'scattered' }
/** Share of letters that are trusted. */
const CLEAN = 0.9
/** Letters that are trusted, and their share of all: then no other direction is tried. */
const CLEAR = { letters: 12, share: 0.5 }
/** Fewer are no text. */
const LEAST_LETTERS = 3
/** How much more one direction must say than the next. */
const SURER = 1.5
/** How much a page with its rows straight says of what it said before, at least. */
const AS_MUCH = 0.9

/** Loads itself with the first picture. */
export function recognizer(options: Options): Recognizer {
  const { recognitionFiles, maxRecognitionMs, onProgress, turn } = options
  let loading: Promise<Readers> | undefined
  let spentMs = 0
  /** Turn of the picture before: pages that were scanned together lie alike. */
  let usual: Turn = 0

  async function load({ languageDir, lineReader }: RecognitionFiles): Promise<Readers> {
    await turn()
    return { tesseract: await loadTesseract(languageDir), readLine: loadLineReader(lineReader) }
  }

  /** Counts what it computes: it may be stopped for live speech, or wait for a processor. */
  async function counted<Read>(work: () => Promise<Read>): Promise<Read> {
    const begun = process.cpuUsage()
    const read = await work()
    const { user, system } = process.cpuUsage(begun)
    spentMs += (user + system) / 1000
    onProgress()
    return read
  }

  function read(tesseract: Tesseract, tile: Tile, look: Look): Promise<SeenWord[]> {
    return counted(() => tesseract.read(tile, look))
  }

  /** Reads the fullest part of the picture in one direction after the other. */
  async function findDirection(tesseract: Tesseract, picture: GreyPicture): Promise<Direction[]> {
    const tried: Direction[] = []
    for (const turned of [usual, ...TURNS.filter((one) => one !== usual)]) {
      const tiles = tilesOf(await turnPicture(picture, turned))
      const probe = fullest(tiles)
      const first = await read(tesseract, probe, FIRST)
      const direction: Direction = { turn: turned, tiles, probe, first, ...wordsSeen(first) }
      if (isClear(direction)) return [direction]
      tried.push(direction)
      if (turned !== usual) continue
      // Grain may hide letters that lie as they should.
      direction.second = await read(tesseract, probe, SECOND_OF_GRAINY)
      Object.assign(direction, better(direction, wordsSeen(direction.second)))
      if (isClear(direction)) return [direction]
    }
    return tried.sort((a, b) => weight(b) - weight(a))
  }

  /** With its rows straight, where the tile is bent and says as much then. */
  async function straightened(tesseract: Tesseract, seen: ReadTile): Promise<ReadTile> {
    const { tile, first } = seen
    const bend = bendOf(await counted(() => lettersOf(tile)), tile)
    if (!bend) return seen
    const run = asTile(bend, tile)
    if (!run) return { ...seen, isTooBent: true }
    const level = { ...tile, ...levelPicture(tile, run.bend) }
    const again = await read(tesseract, level, FIRST)
    if (weight(wordsSeen(again)) < AS_MUCH * weight(wordsSeen(first))) return seen
    return { tile: level, first: again, ...run }
  }

  async function recognize(shown: GreyPicture): Promise<Recognition | null> {
    if (recognitionFiles === null) return null
    const picture = darkOnLight(shown)
    const nothing = {
      turn: 0 as const,
      words: [],
      doubted: [],
      hasFigure: false,
      isTooBent: false,
      asSeen: (piece: Piece) => piece,
    }
    if (inkOf(picture) === 0) return { ...nothing, isDirectionSure: true }
    loading ??= load(recognitionFiles)
    const { tesseract, readLine } = await loading
    const [clearest, next] = await findDirection(tesseract, picture)
    if (!clearest || clearest.letters < LEAST_LETTERS) return { ...nothing, isDirectionSure: true }
    if (next && weight(clearest) < SURER * weight(next))
      return { ...nothing, isDirectionSure: false }
    usual = clearest.turn
    const tiles: ReadTile[] = []
    for (const tile of clearest.tiles) {
      const { first, second } = tile === clearest.probe ? clearest : {}
      const known = { tile, first: first ?? (await read(tesseract, tile, FIRST)), second }
      tiles.push(await straightened(tesseract, known))
    }
    const probe = tiles[clearest.tiles.indexOf(clearest.probe)]!
    const otherLook = shareOf(probe, clearest) >= CLEAN ? SECOND : SECOND_OF_GRAINY
    const parts: ReadWords[] = []
    let hasFigure = false
    for (const { tile, first, bent, ...others } of tiles) {
      const second = others.second ?? (await read(tesseract, tile, otherLook))
      const both = fromTwoReadings(tile, first, second)
      const known = [...both.words, ...both.doubted]
      const letters = await counted(() => lettersOf(tile))
      const isDrawn = drawings(letters)
      const unread = unreadLines(letters, known)
      const left = leftOut(tile, [...known, ...unread])
      const unclear = [...both.doubted, ...unread, ...left].filter((piece) => !isDrawn(piece))
      const said = both.words.filter((word) => !word.isUnsure || !isDrawn(word))
      const seen = { words: said, doubted: unclear, first, second }
      const { words, doubted } = await counted(() => agreedWords(tile, seen, readLine, onProgress))
      hasFigure ||= await counted(() => showsFigure(tile, [...words, ...doubted], true))
      parts.push({ words: fromTile(words, tile, bent), doubted: fromTile(doubted, tile, bent) })
    }
    const words = withOddSignsMarked(joined(parts.map((part) => part.words)))
    // A font that shows other letters than it should, or another alphabet: its numbers are none.
    const text = words.map((word) => word.text).join(' ')
    if (judgeLanguage(text.replaceAll(UNSURE_NUMBER, '')) === 'none')
      return { ...nothing, isDirectionSure: true }
    const doubted = joined(parts.map((part) => part.doubted))
    const asSeen = (piece: Piece) => bentBack(piece, tiles)
    const isTooBent = tiles.some((tile) => tile.isTooBent === true)
    const { turn: turned } = clearest
    return { turn: turned, isDirectionSure: true, words, doubted, hasFigure, isTooBent, asSeen }
  }

  return Object.assign(recognize, {
    isSpent: () => spentMs > maxRecognitionMs,
    async [Symbol.asyncDispose]() {
      if (loading) await (await loading).tesseract[Symbol.asyncDispose]()
    },
  })
}

const TURNS: readonly Turn[] = [0, 180, 90, 270]

interface Readers {
  tesseract: Tesseract
  readLine: LineReader
}

interface Said {
  /** Letters and digits that are trusted. */
  letters: number
  /** Share of all that were seen. */
  share: number
}

interface Direction extends Said {
  turn: Turn
  tiles: Tile[]
  probe: Tile
  first: SeenWord[]
  second?: SeenWord[]
}

interface ReadTile {
  tile: Tile
  first: SeenWord[]
  second?: SeenWord[] | undefined
  /** How its rows ran before they were made straight. */
  bend?: Bend
  /** By how many pixels at most, where the tile is one of several. */
  bent?: number
  /** Its rows were left as they run. */
  isTooBent?: true
}

/**
 * Of one tile of several, rows lie where the middle of the tile has them, so that the next tile has
 * them there too. Undefined where they are bent by more than tiles overlap.
 */
function asTile(
  bend: Bend,
  tile: Tile,
): (Pick<ReadTile, 'bend' | 'bent'> & { bend: Bend }) | undefined {
  if (!tile.cutsTop && !tile.cutsBottom) return { bend }
  const fromMiddle: Bend = (x, y) => bend(x, y) - bend(tile.width / 2, y)
  const places = Array.from({ length: 9 }, (_, at) => ((at + 0.5) * tile.width) / 9)
  const edges = [0, tile.height].flatMap((y) => places.map((x) => Math.abs(fromMiddle(x, y))))
  const bent = Math.ceil(Math.max(...edges))
  return bent > MOST_BENT ? undefined : { bend: fromMiddle, bent }
}

function bentBack(piece: Piece, tiles: readonly ReadTile[]): Piece {
  const [x, y] = [(piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2]
  const at = tiles.findLast(({ tile }) => y >= tile.top) ?? tiles[0]
  if (!at?.bend) return piece
  const down = at.bend(x, y - at.tile.top)
  return { ...piece, y0: piece.y0 + down, y1: piece.y1 + down }
}

/** Letters of the probe that are trusted: as it was found, or as it is with its rows straight. */
function shareOf({ bend, first }: ReadTile, found: Said): number {
  return bend ? wordsSeen(first).share : found.share
}

function isClear({ letters, share }: Said): boolean {
  return letters >= CLEAR.letters && share >= CLEAR.share
}

function better(a: Said, b: Said): Said {
  return weight(b) > weight(a) ? { letters: b.letters, share: b.share } : a
}

function weight({ letters, share }: Said): number {
  return letters * share
}

function fullest(tiles: readonly Tile[]): Tile {
  if (tiles.length === 1) return tiles[0]!
  const inks = tiles.map(inkOf)
  return tiles[inks.indexOf(Math.max(...inks))]!
}

function wordsSeen(seen: readonly SeenWord[]): Said {
  const count = (words: readonly SeenWord[]) =>
    words.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)
  const letters = count(seen.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE))
  return { letters, share: letters / Math.max(1, count(seen)) }
}
