import type { Sequelize } from 'sequelize'
import type { InputUse, UnusedPart } from '../../core/input-use/input-use.ts'
import type { UnusedCode } from '../../core/input-use/unused-sentences.ts'
import type { StoredRecording } from '../../core/recording/storage.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import { withSpeech } from '../../core/transcription/speech-use.ts'
import { jobStore } from '../job/job-store.ts'

/** The account of a recording's sound, and of its speech once it is transcribed. */
export function recordingUse(sequelize: Sequelize) {
  const jobs = jobStore(sequelize)
  return async (
    { id, consultationId, startMs, use }: StoredRecording,
    transcript: readonly TranscriptSegment[],
  ): Promise<{ use: InputUse | null; transcription: string | null }> => {
    const own = (await jobs.listOfConsultation(consultationId)).filter(
      ({ recordingId }) => recordingId === id,
    )
    const transcription = own.at(-1)?.state ?? null
    if (!use || !own.some(({ state }) => state === 'done')) return { use, transcription }
    const segments = transcript.filter(({ recordingId }) => recordingId === id)
    return { use: withSpeech(use, startMs, segments), transcription }
  }
}

/** How many parts of each kind, in the order in which they were told. */
export function countParts(unused: readonly UnusedPart[]): { code: UnusedCode; parts: number }[] {
  return [...new Set(unused.map(({ code }) => code))].map((code) => ({
    code,
    parts: unused.filter((part) => part.code === code).length,
  }))
}
