/** What was made of a recording's sound, added to the account of what of it is there. */
import type { InputUse, UnusedPart } from '../input-use/input-use.ts'
import type { Job } from '../job/ports.ts'
import type { AudioReader } from '../recording/ports.ts'
import { isNotUnderstood, type TranscriptSegment, VOICE_TOO_SOFT } from './ports.ts'
import { isCorrected } from './present-segment.ts'

type Segment = Pick<
  TranscriptSegment,
  'text' | 'startMs' | 'endMs' | 'channel' | 'words' | 'earlier' | 'confidence'
>

/** A recording without a word that lasts no longer says nothing: a button was tried. */
const WORDLESS_FROM_MS = 2000

/**
 * @param startMs of the recording on the timeline of its segments
 * @param segments its own, once it is transcribed
 */
export function withSpeech(use: InputUse, startMs: number, segments: readonly Segment[]): InputUse {
  const unheard = segments.filter(isNotUnderstood).map(
    ({ text, startMs: from, endMs: to, channel }): UnusedPart => ({
      code: text === VOICE_TOO_SOFT ? 'voice_too_soft' : 'not_understood',
      channel: channel === 'mic' ? 0 : 1,
      fromMs: from - startMs,
      toMs: to - startMs,
    }),
  )
  if (isWordless(use.given, segments.length)) {
    const isSilent = use.unused.some(({ code }) => code === 'channel_silent')
    const wordless: UnusedPart[] = isSilent ? [] : [{ code: 'no_speech' }]
    return { ...use, used: 0, unused: [...use.unused, ...wordless] }
  }
  const open = [...unheard, ...softStretches(startMs, segments)]
  const openMs = open.reduce((sum, { fromMs = 0, toMs = 0 }) => sum + toMs - fromMs, 0)
  const marked = unsureWords(startMs, segments)
  return {
    ...use,
    used: Math.max(0, use.used - openMs),
    unused: [...use.unused, ...open],
    ...(marked.length > 0 && { marked }),
  }
}

/** As the panel marks lines and words (plugin/components/transcript-line.ts). */
const LINE_UNSURE_BELOW = 0.6
const WORD_UNSURE_BELOW = 0.45

/** Of ordinary voices, line by line, as far as nobody corrected them. */
function unsureWords(startMs: number, segments: readonly Segment[]): UnusedPart[] {
  return segments.flatMap((segment): UnusedPart[] => {
    const { confidence, channel } = segment
    const words = segment.words ?? []
    const isSoft = words.some(({ soft }) => soft)
    if (isSoft || isCorrected(segment) || isNotUnderstood(segment)) return []
    const isWhole = confidence !== null && confidence < LINE_UNSURE_BELOW
    const unsure = words.filter(
      (word) => isWhole || (word.confidence !== null && word.confidence < WORD_UNSURE_BELOW),
    )
    const count = unsure.length || (isWhole ? segment.text.split(/\s+/).length : 0)
    if (count === 0) return []
    const [from, to] = [
      unsure[0]?.startMs ?? segment.startMs,
      unsure.at(-1)?.endMs ?? segment.endMs,
    ]
    const place = { fromMs: from - startMs, toMs: to - startMs }
    return [{ code: 'words_unsure', channel: channel === 'mic' ? 0 : 1, ...place, count }]
  })
}

/** A pause that ends no stretch of a soft voice. */
const PAUSE_MS = 3000

/** Lines of a soft voice that nobody corrected; those that follow one another are one stretch. */
function softStretches(startMs: number, segments: readonly Segment[]): UnusedPart[] {
  const stretches: (UnusedPart & { fromMs: number; toMs: number })[] = []
  for (const segment of segments) {
    if (isCorrected(segment) || !segment.words?.some(({ soft }) => soft)) continue
    const channel = segment.channel === 'mic' ? 0 : 1
    const [fromMs, toMs] = [segment.startMs - startMs, segment.endMs - startMs]
    const open = stretches.findLast((one) => one.channel === channel)
    if (open && fromMs - open.toMs <= PAUSE_MS) open.toMs = Math.max(open.toMs, toMs)
    else stretches.push({ code: 'voice_soft', channel, fromMs, toMs })
  }
  return stretches
}

/** Whether a recording that was transcribed has sound and not one word. */
function isWordless(lengthMs: number, segments: number): boolean {
  return segments === 0 && lengthMs >= WORDLESS_FROM_MS
}

const SAMPLES_PER_MS = 16

/** Counts recordings that were transcribed, have sound, and gave no word. */
export function withoutSpeechCounter(audio: Pick<AudioReader, 'positions'>) {
  return async (
    jobs: readonly Pick<Job, 'recordingId' | 'state'>[],
    segments: readonly Pick<TranscriptSegment, 'recordingId'>[],
  ): Promise<number> => {
    let count = 0
    for (const { recordingId, state } of jobs) {
      if (state !== 'done' || segments.some((one) => one.recordingId === recordingId)) continue
      const positions = await audio.positions(recordingId)
      const ends = positions.map(({ next_offset }) => next_offset / SAMPLES_PER_MS)
      if (isWordless(Math.max(0, ...ends), 0)) count++
    }
    return count
  }
}
