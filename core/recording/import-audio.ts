/** A finished audio file becomes an ordinary finished recording, so that everything after it is the same. */
import type { Consultation } from '../consultation/consultation.ts'
import type { RecordingStatement } from '../contract/channel.ts'
import { MAX_FRAME_SAMPLES } from '../contract/frames.ts'
import { AppError } from '../errors.ts'
import type { FrameOutcome, Recorder } from './recorder.ts'
import { toMs } from './statement.ts'
import type { DecodeAudio, EncodedAudio } from './upload-ports.ts'

interface Deps {
  recorder: Recorder
  decode: DecodeAudio
  newId: () => string
}

export interface ImportedAudio {
  recordingId: string
  format: string
  durationMs: number
  /** The file broke off; what could be read is kept. */
  truncated: boolean
  statement: RecordingStatement
}

export type ImportAudio = (
  consultation: Consultation,
  audio: EncodedAudio,
  signal: AbortSignal,
) => Promise<ImportedAudio>

/**
 * @throws {AppError} of `DecodeAudio`, of `Recorder.start` and of the storage; then nothing of the file is kept
 */
export function importAudio({ recorder, decode, newId }: Deps): ImportAudio {
  return async (consultation, audio, signal) => {
    const recordingId = newId()
    const frames = frameWriter(recorder, recordingId)
    // Consent, and whether a recording is running, before the work of decoding.
    await recorder.start({ consultation, recordingId, channels: 1, source: 'upload' })
    try {
      const { format, samples, truncated } = await decode(audio, {
        signal,
        onSamples: frames.write,
      })
      const outcome = await recorder.finish({ recordingId, claims: null, acceptGaps: false })
      if (outcome.kind !== 'finished') throw new Error('upload lost frames')
      const { statement } = outcome
      return { recordingId, format, durationMs: toMs(samples), truncated, statement }
    } catch (error) {
      await recorder.discard(recordingId)
      throw error
    }
  }
}

function frameWriter(recorder: Recorder, recordingId: string) {
  let sequence = 0
  let offset = 0

  return {
    async write(samples: Int16Array): Promise<void> {
      const written: Promise<FrameOutcome>[] = []
      for (let from = 0; from < samples.length; from += MAX_FRAME_SAMPLES) {
        const part = samples.slice(from, from + MAX_FRAME_SAMPLES)
        written.push(recorder.frame(recordingId, { channel: 0, sequence, offset, samples: part }))
        sequence++
        offset += part.length
      }
      const results = await Promise.allSettled(written)
      const failed = results.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      if (results.some((one) => one.status === 'fulfilled' && one.value.kind === 'missing'))
        throw new AppError('unavailable', 'storage_failed', 'O áudio não pôde ser guardado.')
    },
  }
}
