import type { Job } from '../job/ports.ts'
import type { AudioReader } from '../recording/ports.ts'
import type { TranscriptSegment } from './ports.ts'
import { isWordless } from './speech-use.ts'

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
