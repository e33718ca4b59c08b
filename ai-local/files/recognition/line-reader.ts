/**
 * Reads one line of print: a small convolutional network (PP-OCRv6, `ai-local/line-reader`), by
 * itself and without tesseract's habits, so that what both say alike is sure. It is given a cell of
 * a row and writes its characters, from left to right.
 */
import { readFileSync } from 'node:fs'
import { type GreyPicture, greyPixels, openGrey } from '../grey-picture.ts'
import { lineNetwork } from './line-network.ts'
import type { Box } from './marks.ts'

export interface ReadLine {
  text: string
  /** Of its least sure character: 0 to 1. */
  confidence: number
}

/** @param box whole pixels of the picture */
export type LineReader = (picture: GreyPicture, box: Box) => Promise<ReadLine>

/** Height that the network reads, in pixels. */
const HEIGHT = 48
/** What is longer is no cell of a row; the network's memory is made for it. */
const MOST_WIDTH = 2400
const LEAST_WIDTH = 16

/** @throws Error where the file is not its weights */
export function loadLineReader(path: string): LineReader {
  const { alphabet, read } = lineNetwork(readFileSync(path), HEIGHT, MOST_WIDTH)

  return async (picture, { x0, y0, x1, y1 }) => {
    const [width, height] = [x1 - x0, y1 - y0]
    if (width < 2 || height < 2) return { text: '', confidence: 0 }
    const wide = Math.round((width * HEIGHT) / height)
    const line = openGrey(picture)
      .extract({ left: x0, top: y0, width, height })
      .resize({
        width: Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, wide)),
        height: HEIGHT,
        fit: 'fill',
      })
    const { steps, scores } = read(await greyPixels(line))
    return spelled(alphabet, steps, scores)
  }
}

/** The surest character of each step; repeated ones are one, unless nothing stands between. */
function spelled(alphabet: readonly string[], steps: number, scores: Float32Array): ReadLine {
  let [text, confidence, before] = ['', 1, 0]
  for (let step = 0; step < steps; step++) {
    const from = step * alphabet.length
    let [best, sum] = [0, 0]
    for (let at = 1; at < alphabet.length; at++)
      if (scores[from + at]! > scores[from + best]!) best = at
    for (let at = 0; at < alphabet.length; at++)
      sum += Math.exp(scores[from + at]! - scores[from + best]!)
    if (best !== 0 && best !== before) {
      text += alphabet[best]!
      confidence = Math.min(confidence, 1 / sum)
    }
    before = best
  }
  return { text: text.trim(), confidence: text.trim() === '' ? 0 : confidence }
}
