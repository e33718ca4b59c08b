/**
 * Text off pictures: tesseract, its Portuguese data from the package beside it; nothing is
 * downloaded, nothing is cached. What it is not sure of is left out: a photograph without text must
 * not become one with invented words.
 */
import type { Worker } from 'tesseract.js'
import { type Line, rowsOf } from './rows.ts'

export interface Recognizer extends AsyncDisposable {
  /**
   * Rows that are trusted, from top to bottom; null when recognition is switched off. @param image
   * PNG or JPEG
   */
  (image: Buffer): Promise<string | null>
}

interface Options {
  languageDir: string | null
  onProgress(): void
  turn(): Promise<void>
}

/**
 * Of 100, per line. Measured on clean, skewed, blurred and grainy pages: right lines lie above 65,
 * wrong ones below 35.
 */
const LEAST_CONFIDENCE = 60

/** Loads itself with the first picture. */
export function recognizer({ languageDir, onProgress, turn }: Options): Recognizer {
  let loading: Promise<Worker> | undefined

  async function load(langPath: string): Promise<Worker> {
    await turn()
    const { createWorker, OEM, PSM } = await import('tesseract.js')
    const options = { langPath, cacheMethod: 'none', gzip: true }
    const worker = await createWorker('por', OEM.LSTM_ONLY, options)
    // Its own default takes a page for one block of even text, and loses lines of it.
    await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: '200' })
    return worker
  }

  async function recognize(image: Buffer): Promise<string | null> {
    if (languageDir === null) return null
    loading ??= load(languageDir)
    const worker = await loading
    const { data } = await worker.recognize(image, {}, { text: false, blocks: true })
    onProgress()
    const lines: Line[] = (data.blocks ?? [])
      .flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
      .filter(({ text, confidence }) => confidence >= LEAST_CONFIDENCE && WORDS.test(text))
      .map(({ text, bbox }) => ({ text: text.trim(), ...bbox }))
    return rowsOf(lines).join('\n')
  }

  return Object.assign(recognize, {
    async [Symbol.asyncDispose]() {
      if (loading) await (await loading).terminate()
    },
  })
}

/** A line of strokes and dots is no text. */
const WORDS = /[\p{L}\p{N}]{2}/u
