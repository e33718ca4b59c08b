/**
 * What to do with a frame, given what a channel already has. Pure; the whole protocol of order is
 * here:
 *
 * - the expected sequence at the expected offset is taken;
 * - the expected sequence at a later offset is taken, and says that the samples between are lost
 *   for good (a client that lost its own storage): stated in the end, never hidden;
 * - an earlier sequence with the same sound is a duplicate, harmless: the acknowledgement was lost;
 * - a later sequence means that frames are missing: they are asked for;
 * - anything else contradicts what is held. What is held stays, and the client is told.
 */
import type { Cursor, FrameFacts, Gap } from './storage.ts'

export type Verdict =
  | { kind: 'take'; gap: Gap | null }
  | { kind: 'duplicate' }
  | { kind: 'missing' }
  | { kind: 'conflict' }
  | { kind: 'too_long' }

export interface JudgedFrame extends FrameFacts {
  sequence: number
}

/**
 * @param held the facts of the held frame with the same sequence, if there is one
 * @param maxSamples how far a channel may reach
 */
export function judgeFrame(
  next: Cursor,
  frame: JudgedFrame,
  held: FrameFacts | undefined,
  maxSamples: number,
): Verdict {
  if (frame.sequence > next.nextSequence) return { kind: 'missing' }
  if (frame.sequence < next.nextSequence) return judgeRepetition(frame, held)
  if (frame.offset < next.nextOffset) return { kind: 'conflict' }
  if (frame.offset + frame.count > maxSamples) return { kind: 'too_long' }
  const gap = frame.offset > next.nextOffset ? { from: next.nextOffset, to: frame.offset } : null
  return { kind: 'take', gap }
}

/**
 * A sequence that is held but unreadable (a damaged disk) has no facts; the client's copy comes too
 * late to be put in its place.
 */
function judgeRepetition(frame: JudgedFrame, held: FrameFacts | undefined): Verdict {
  if (!held) return { kind: 'duplicate' }
  const same =
    held.offset === frame.offset && held.count === frame.count && held.checksum === frame.checksum
  return { kind: same ? 'duplicate' : 'conflict' }
}
