/**
 * What stands on a page besides its own drawing: values of a form's fields, typed notes, and where
 * stamps and signatures lie, whose words are only drawn.
 */
import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Piece } from '../layout/piece.ts'

/** What pdf.js tells of an annotation, as far as it is looked at. */
export interface Annotation {
  subtype: string
  rect: number[]
  quadPoints?: ArrayLike<number> | null
  annotationFlags?: number
  hasAppearance?: boolean
  /** Text drawn in it, by line. */
  textContent?: string[]
  contentsObj?: { str: string }
  fieldType?: 'Tx' | 'Ch' | 'Btn' | 'Sig' | null
  fieldValue?: string | string[] | null
  password?: boolean
  comb?: boolean
  options?: { exportValue: string; displayValue: string }[]
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string | null
}

export interface Filled {
  /** As the page lies. */
  pieces: Piece[]
  /** Places with words that are only drawn. */
  drawn: Piece[]
  /** Files, and what sounds or moves. */
  attachments: number
  /** Notes that were drawn by hand. */
  handDrawn: number
}

const HIDDEN = 2 | 32
/** Points: of a letter in a field that does not say, at most. */
const LETTER = 12
const ATTACHED: ReadonlySet<string> = new Set([
  'FileAttachment',
  'Sound',
  'Movie',
  'Screen',
  'RichMedia',
  '3D',
])
const WITHOUT_WORDS: ReadonlySet<string> = new Set(['Link', 'Popup', 'FileAttachment', 'Widget'])

/**
 * @param printed all that the page itself says: some programs keep the words that were marked as a
 * note to them
 */
export function filledIn(
  annotations: readonly Annotation[],
  viewport: PageViewport,
  printed: string,
): Filled {
  const shown = annotations.filter(({ annotationFlags = 0 }) => (annotationFlags & HIDDEN) === 0)
  const place = (annotation: Annotation) => boxOn(viewport, annotation.rect)
  return {
    pieces: shown.flatMap((annotation) => linesIn(place(annotation), linesOf(annotation, printed))),
    drawn: shown.filter(isOnlyDrawn).map((annotation) => ({ text: '', ...place(annotation) })),
    attachments: annotations.filter(({ subtype }) => ATTACHED.has(subtype)).length,
    handDrawn: shown.filter(({ subtype }) => subtype === 'Ink').length,
  }
}

function linesOf(annotation: Annotation, printed: string): string[] {
  if (annotation.subtype === 'Widget') return fieldLines(annotation)
  if (WITHOUT_WORDS.has(annotation.subtype)) return []
  const lines = written(annotation.textContent) ?? annotation.contentsObj?.str.split(/\r\n?|\n/)
  return lines && !printed.includes(lines.join(' ').trim()) ? lines : []
}

function fieldLines(field: Annotation): string[] {
  const { fieldType, fieldValue, options = [] } = field
  if (field.password) return []
  if (fieldType === 'Btn') return buttonLines(field)
  if (fieldType === 'Ch') {
    const chosen = [fieldValue ?? []].flat()
    const shown = chosen.map(
      (value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
    )
    return written([shown.join(', ')]) ?? []
  }
  if (fieldType !== 'Tx') return []
  // What is drawn is what everybody sees; the boxes of a comb pull its letters apart.
  const drawn = field.comb ? undefined : written(field.textContent)
  const value = typeof fieldValue === 'string' ? fieldValue.split(/\r\n?|\n/) : undefined
  return drawn ?? written(value) ?? []
}

function buttonLines({ checkBox, radioButton, ...field }: Annotation): string[] {
  if (!checkBox && !radioButton) return []
  const on = checkBox ? field.exportValue : field.buttonValue
  return [on && field.fieldValue === on ? '[x]' : '[ ]']
}

function written(lines: readonly string[] | undefined): string[] | undefined {
  return lines?.some((line) => line.trim() !== '') ? [...lines] : undefined
}

/** Stamps, visible signatures, and pictures in a form. */
function isOnlyDrawn({ subtype, fieldType, hasAppearance, textContent, ...field }: Annotation) {
  if (!hasAppearance || written(textContent)) return false
  const isButton = fieldType === 'Btn' && !field.checkBox && !field.radioButton
  return subtype === 'Stamp' || (subtype === 'Widget' && (fieldType === 'Sig' || isButton))
}

/** Words that an annotation draws itself. */
export function drawnWords({ hasAppearance, textContent }: Annotation): string {
  return hasAppearance ? (written(textContent)?.join(' ') ?? '') : ''
}

export function boxOn(viewport: PageViewport, rect: readonly number[]): Omit<Piece, 'text'> {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[] = viewport.convertToViewportRectangle([...rect])
  return {
    x0: Math.min(x0, x1),
    y0: Math.min(y0, y1),
    x1: Math.max(x0, x1),
    y1: Math.max(y0, y1),
  }
}

/** One line stands in the middle of its field, several from its upper edge down. */
function linesIn(box: Omit<Piece, 'text'>, lines: readonly string[]): Piece[] {
  const height = Math.min(LETTER, (box.y1 - box.y0) / Math.max(1, lines.length)) || LETTER
  const top = lines.length === 1 ? (box.y0 + box.y1 - height) / 2 : box.y0
  return lines.flatMap((line, index) => {
    const text = line.trim()
    if (text === '') return []
    const y0 = top + index * height
    const x1 = Math.max(box.x0 + 1, Math.min(box.x1, box.x0 + text.length * height * 0.5))
    return [{ text, x0: box.x0, x1, y0, y1: y0 + height }]
  })
}
