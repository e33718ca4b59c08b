import { onTimeline } from './place-pieces.ts'
import { NOT_UNDERSTOOD, type PlacedPiece } from './ports.ts'
import type { FinalText } from './second-look.ts'

const SAMPLES_PER_MS = 16

/**
 * The final text of an utterance on the consultation's timeline, the stretches without words among
 * it.
 */
export function finalPieces(
  { pieces, notUnderstood }: FinalText,
  offsetMs: number,
  channelNumber: number,
): PlacedPiece[] {
  const channel = channelNumber === 0 ? 'mic' : 'remote'
  const marks = notUnderstood.map(
    ({ from, to }): PlacedPiece => ({
      startMs: offsetMs + Math.round(from / SAMPLES_PER_MS),
      endMs: offsetMs + Math.round(to / SAMPLES_PER_MS),
      text: NOT_UNDERSTOOD,
      channel,
      confidence: null,
    }),
  )
  const spoken = pieces.map((piece) => onTimeline(piece, offsetMs, channel))
  return [...spoken, ...marks].sort((a, b) => a.startMs - b.startMs)
}
