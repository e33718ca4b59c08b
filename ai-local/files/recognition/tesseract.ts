/**
 * tesseract in this process: its Portuguese data from the package beside it; nothing is downloaded,
 * nothing is cached.
 */
import { type GreyPicture, openGrey } from '../grey-picture.ts'
import type { Piece } from '../layout/piece.ts'

/** As tesseract tells it. */
export interface SeenWord extends Piece {
  /** Confidence, out of 100, of the line that it is in. */
  confidence: number
  /** Where its digits stand, without letters and signs around them; null when it has none. */
  digits: { x0: number; x1: number } | null
}

/** How a picture is made ready, and how its lines are looked for. */
export interface Look {
  /** Radius in pixels: grain and the stairs of enlarged letters go. */
  blur: number
  /** Line by line over the whole width, or words wherever they stand. */
  lines: 'column' | 'scattered'
}

export interface Tesseract extends AsyncDisposable {
  /** @returns words in pixels of the picture, wherever they were found */
  read(picture: GreyPicture, look: Look): Promise<SeenWord[]>
}

export async function loadTesseract(languageDir: string): Promise<Tesseract> {
  const { createWorker, OEM, PSM } = await import('tesseract.js')
  const worker = await createWorker('por', OEM.LSTM_ONLY, {
    langPath: languageDir,
    cacheMethod: 'none',
    gzip: true,
  })
  const modes = { column: PSM.SINGLE_COLUMN, scattered: PSM.SPARSE_TEXT }
  await worker.setParameters({ user_defined_dpi: '200' })

  return {
    async read(picture, { blur, lines }) {
      await worker.setParameters({ tessedit_pageseg_mode: modes[lines] })
      const image = await prepared(picture, blur)
      const { data } = await worker.recognize(image, {}, { text: false, blocks: true })
      return (data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
        .flatMap(({ words, confidence }) =>
          words.map(({ text, bbox, symbols }) => ({
            text: text.trim(),
            confidence,
            ...bbox,
            digits: digitsOf(symbols),
          })),
        )
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

function digitsOf(symbols: readonly { text: string; bbox: { x0: number; x1: number } }[]) {
  const digits = symbols.filter(({ text }) => /\d/.test(text))
  if (digits.length === 0) return null
  return {
    x0: Math.min(...digits.map(({ bbox }) => bbox.x0)),
    x1: Math.max(...digits.map(({ bbox }) => bbox.x1)),
  }
}

/**
 * Measured: of numbers in tables, this halves what is missing and leaves a fifth of what is wrong.
 */
function prepared(picture: GreyPicture, blur: number): Promise<Buffer> {
  return openGrey(picture).blur(blur).normalise().png({ compressionLevel: 1 }).toBuffer()
}
