/**
 * Words of a voice that was raised by very much, or that is near the noise. A recognizer is as sure
 * of them as of others and is wrong more often: its confidence is lowered, so that they bear the
 * mark of what is unsure wherever such a mark is shown. Of a voice that was raised by less, lines
 * that the recognizer itself is unsure of are marked: loud, they would have had other words.
 */
import type { HeardWord, RecognizedPiece } from './ports.ts'

/** Of a unit, in ms. */
export interface Stretch {
  startMs: number
  endMs: number
}

export interface SoftVoices {
  soft: readonly Stretch[]
  doubtful: readonly Stretch[]
}

/** Lines below are shown as unsure in the panel. */
const SURE = 0.6
/** The surest line is unsure with it. */
const LESS_SURE = 0.59

export function withSoftVoices(
  pieces: readonly RecognizedPiece[],
  { soft, doubtful }: SoftVoices,
): RecognizedPiece[] {
  return pieces.map((piece) => {
    const words = piece.words?.map((word) => (isIn(doubtful, word) ? lowered(word) : word))
    const share = words?.length
      ? words.filter((word) => word.soft).length / words.length
      : Number(isIn(doubtful, piece))
    if (share === 0) return isUnsure(piece) ? withMarks(piece, soft) : piece
    return {
      ...piece,
      confidence: lessSure(piece.confidence, 1 - share * (1 - LESS_SURE)),
      ...(words ? { words } : {}),
    }
  })
}

function isIn(stretches: readonly Stretch[], { startMs, endMs }: Stretch): boolean {
  const middle = (startMs + endMs) / 2
  return stretches.some((stretch) => middle >= stretch.startMs && middle <= stretch.endMs)
}

function isUnsure({ confidence }: RecognizedPiece): boolean {
  return confidence !== null && confidence < SURE
}

/** The line is as unsure as it is: none of its words is surer. */
function withMarks(piece: RecognizedPiece, soft: readonly Stretch[]): RecognizedPiece {
  const marked = piece.words?.map((word) =>
    isIn(soft, word)
      ? {
          ...word,
          confidence: Math.min(word.confidence ?? LESS_SURE, LESS_SURE),
          soft: true as const,
        }
      : word,
  )
  return marked ? { ...piece, words: marked } : piece
}

function lowered(word: HeardWord): HeardWord {
  return { ...word, confidence: lessSure(word.confidence, LESS_SURE), soft: true }
}

function lessSure(confidence: number | null, share: number): number | null {
  return confidence === null ? null : Math.round(confidence * share * 1000) / 1000
}
