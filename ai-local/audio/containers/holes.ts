/**
 * Finds the holes in a track by its own times: a packet that begins later than the one before it
 * ended. Neighbours are compared and not sums, since the clock of a live recording and the count of
 * its samples drift apart.
 */
import type { Piece } from './container.ts'

export interface TimedPacket {
  data: Uint8Array
  startS: number
  durationS: number
}

/** Below it are rounded times and late timers. */
const JUMP_S = 0.1
/** Sound may begin a little after the picture beside it. */
const LATE_START_S = 0.5
/** An Opus encoder that saves on silence writes one tiny packet now and then (RFC 6716 §2.1.9). */
const SILENT_PACKET_BYTES = 3
const SAVED_SILENCE_S = 1

export async function* withHoles(packets: AsyncIterable<TimedPacket>): AsyncGenerator<Piece> {
  let expectedS: number | null = null
  let isSavedSilence = false
  for await (const { data, startS, durationS } of packets) {
    const missingS: number = startS - (expectedS ?? 0)
    if (missingS > (expectedS === null ? LATE_START_S : JUMP_S)) {
      if (isSavedSilence && missingS <= SAVED_SILENCE_S) yield { data: EMPTY, durationS: missingS }
      else yield { missingS }
    }
    yield { data, durationS }
    // What goes back in time (an edited or a joined track) goes on from there.
    expectedS = startS + durationS
    isSavedSilence = data.length <= SILENT_PACKET_BYTES
  }
}

/** A packet without content stands for silence of its length. */
const EMPTY = new Uint8Array(0)
