/**
 * Text off pictures: tesseract, its Portuguese data from the package beside it; nothing is downloaded, nothing is cached.
 * What it is not sure of is left out: a photograph without text must not become one with invented words.
 */
import type { Worker } from 'tesseract.js'

export interface Recognizer extends AsyncDisposable {
  /** Lines that are trusted, in reading order; null when recognition is not installed. @param image PNG or JPEG */
  (image: Buffer): Promise<string | null>
}

interface Options {
  languageDir: string | null
  onProgress(): void
  turn(): Promise<void>
}

/** Of 100, per line. Measured: lines of scans lie above 80, grain and ornaments below 50. */
const LEAST_CONFIDENCE = 60

/** Loads itself with the first picture. */
export function recognizer({ languageDir, onProgress, turn }: Options): Recognizer {
  let loading: Promise<Worker> | undefined

  async function load(dir: string): Promise<Worker> {
    await turn()
    const { createWorker, OEM } = await import('tesseract.js')
    return createWorker('por', OEM.LSTM_ONLY, { langPath: dir, cacheMethod: 'none', gzip: true })
  }

  async function recognize(image: Buffer): Promise<string | null> {
    if (languageDir === null) return null
    loading ??= load(languageDir)
    const worker = await loading
    const { data } = await worker.recognize(image, {}, { text: false, blocks: true })
    onProgress()
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap((paragraph) => paragraph.lines),
    )
    return lines
      .filter(({ text, confidence }) => confidence >= LEAST_CONFIDENCE && WORDS.test(text))
      .map(({ text }) => text.trim())
      .join('\n')
  }

  return Object.assign(recognize, {
    async [Symbol.asyncDispose]() {
      if (loading) await (await loading).terminate()
    },
  })
}

/** A line of strokes and dots is no text. */
const WORDS = /[\p{L}\p{N}]{2}/u
