import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { type GreyPicture, greyPixels } from '../grey-picture.ts'

/** Pixels of a page: A4 at 250 dots per inch; measured, fewer cost letters. */
const PAGE_PIXELS = 2067 * 2923
/** Least length of the shorter side: a long strip keeps letters that can be read. */
const LEAST_SIDE = 1400
const MOST_PIXELS = 30_000_000
const MOST_SIDE = 30_000

/** Of a drawing that is compared with another: letters of six points are some nine pixels high. */
const COMPARED = { scale: 1.5, side: 890, pixels: 8_000_000 }

export interface DrawnPage extends GreyPicture {
  /** Pixels per point. */
  scale: number
}

/** Four bytes a pixel, on white. */
export interface PagePixels {
  data: Buffer
  width: number
  height: number
  /** Pixels per point. */
  scale: number
}

/** As it is read by recognition; null when it cannot be drawn. */
export async function drawPage(page: PDFPageProxy): Promise<DrawnPage | null> {
  const { width, height } = page.getViewport({ scale: 1 })
  const wished = Math.max(
    Math.sqrt(PAGE_PIXELS / (width * height)),
    LEAST_SIDE / Math.min(width, height),
  )
  const scale = Math.min(
    wished,
    Math.sqrt(MOST_PIXELS / (width * height)),
    MOST_SIDE / Math.max(width, height),
  )
  const drawn = await draw(page, scale)
  if (!drawn) return null
  return { ...(await greyPixels(opened(drawn))), scale }
}

/** PNG, 320 pixels wide; null when it cannot be drawn. */
export async function drawSmall(page: PDFPageProxy): Promise<Buffer | null> {
  const { width, height } = page.getViewport({ scale: 1 })
  const drawn = await draw(page, Math.min(320 / width, 1600 / height))
  return drawn && opened(drawn).png().toBuffer()
}

/** To be compared with another drawing of it; null when it cannot be drawn. */
export function drawToCompare(page: PDFPageProxy, isBare = false): Promise<PagePixels | null> {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(
    Math.max(COMPARED.scale, COMPARED.side / Math.min(width, height)),
    Math.sqrt(COMPARED.pixels / (width * height)),
    MOST_SIDE / Math.max(width, height),
  )
  return draw(page, scale, isBare ? AnnotationMode.DISABLE : AnnotationMode.ENABLE)
}

function opened({ data, width, height }: PagePixels) {
  const pixels = sharp(data, { raw: { width, height, channels: 4 } })
  return pixels.flatten({ background: 'white' })
}

async function draw(
  page: PDFPageProxy,
  scale: number,
  annotationMode = AnnotationMode.ENABLE,
): Promise<PagePixels | null> {
  try {
    const viewport = page.getViewport({ scale })
    const width = Math.ceil(viewport.width)
    const height = Math.ceil(viewport.height)
    // A page may lie about its size.
    if (!(width >= 1 && height >= 1 && width * height <= 2 * MOST_PIXELS)) return null
    const canvas = createCanvas(width, height)
    // pdf.js writes for the canvas of a browser; this one has the same methods.
    const options = { canvas, viewport, background: 'white', annotationMode } as unknown
    await page.render(options as Parameters<PDFPageProxy['render']>[0]).promise
    // A copy: what it gives is its own memory, and gone with it.
    return { data: Buffer.from(canvas.data()), width, height, scale }
  } catch {
    // Fonts and pictures can be broken where the text is not.
    return null
  }
}
