/**
 * How much of a recording's sound is there (input-use.ts): what never arrived, what was never
 * captured, what was damaged in its file, channels without sound. What was made of the sound is
 * added by transcription (speech-use.ts).
 */
import type { RecordingStatement } from '../contract/channel.ts'
import type { InputUse, UnusedPart } from '../input-use/input-use.ts'

/** Less was never captured than a syllable lasts: clocks differ by as much. */
const TOLD_LOSS_MS = 250

/** @param read told by whoever read the sound: the decoder of a file, the recorder */
export function useOfSound(statement: RecordingStatement, read: readonly UnusedPart[]): InputUse {
  const channels = statement.channels.map(({ held_ms, gaps, lost_ms, channel }) => ({
    heldMs: held_ms,
    gapMs: gaps.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0),
    lostMs: lost_ms > TOLD_LOSS_MS ? lost_ms : 0,
    parts: gaps.map(
      ({ from_ms, to_ms }): UnusedPart => ({
        code: 'sound_lost',
        channel,
        fromMs: from_ms,
        toMs: to_ms,
      }),
    ),
    channel,
  }))
  const given = Math.max(0, ...channels.map(({ heldMs, gapMs, lostMs }) => heldMs + gapMs + lostMs))
  const missing = Math.max(0, ...channels.map(({ gapMs, lostMs }) => gapMs + lostMs))
  const damaged = read.reduce((sum, { fromMs = 0, toMs = fromMs }) => sum + toMs - fromMs, 0)
  const never = channels.flatMap(({ channel, lostMs }): UnusedPart[] =>
    lostMs > 0 ? [{ code: 'sound_not_captured', channel, count: seconds(lostMs) }] : [],
  )
  const silent = statement.channels.flatMap(({ channel, silent }): UnusedPart[] =>
    silent ? [{ code: 'channel_silent', channel }] : [],
  )
  const unused = [...channels.flatMap(({ parts }) => parts), ...never, ...silent, ...read]
  const used = Math.max(0, given - missing - damaged)
  return { unit: 'milliseconds', given, used, unused }
}

function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000))
}
