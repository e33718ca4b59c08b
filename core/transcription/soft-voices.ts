/**
 * Words of a voice that was raised by much, or that is near the noise. A recognizer is as sure of
 * them as of others and is wrong more often: its confidence is lowered, so that they bear the mark
 * of what is unsure wherever such a mark is shown.
 */
import type { HeardWord, RecognizedPiece } from './ports.ts'

/** Of a unit, in ms. */
export interface Stretch {
  startMs: number
  endMs: number
}

/** The surest line is unsure with it (0.6 in the panel). */
const LESS_SURE = 0.59

export function withSoftVoices(
  pieces: readonly RecognizedPiece[],
  soft: readonly Stretch[],
): RecognizedPiece[] {
  if (soft.length === 0) return [...pieces]
  const isSoft = ({ startMs, endMs }: Stretch) => {
    const middle = (startMs + endMs) / 2
    return soft.some((stretch) => middle >= stretch.startMs && middle <= stretch.endMs)
  }
  return pieces.map((piece) => {
    const words = piece.words?.map((word) => (isSoft(word) ? lowered(word) : word))
    const share = words?.length
      ? words.filter((word) => word.soft).length / words.length
      : Number(isSoft(piece))
    if (share === 0) return piece
    return {
      ...piece,
      confidence: lessSure(piece.confidence, 1 - share * (1 - LESS_SURE)),
      ...(words ? { words } : {}),
    }
  })
}

function lowered(word: HeardWord): HeardWord {
  return { ...word, confidence: lessSure(word.confidence, LESS_SURE), soft: true }
}

function lessSure(confidence: number | null, share: number): number | null {
  return confidence === null ? null : Math.round(confidence * share * 1000) / 1000
}
