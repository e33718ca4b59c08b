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

export interface ImportAudioInput {
  consultation: Consultation
  audio: EncodedAudio
  /** 2: microphone and remote side, as in a live recording; else the file is one sound, whatever its channels. */
  channels: 1 | 2
  signal: AbortSignal
}

export type ImportAudio = (input: ImportAudioInput) => Promise<ImportedAudio>

/**
 * @throws {AppError} of `DecodeAudio`, of `Recorder.start` and of the storage; then nothing of the file is kept
 */
export function importAudio({ recorder, decode, newId }: Deps): ImportAudio {
  return async ({ consultation, audio, channels, signal }) => {
    const recordingId = newId()
    const frames = frameWriter(recorder, recordingId)
    // Consent, and whether a recording is running, before the work of decoding.
    await recorder.start({ consultation, recordingId, channels, source: 'upload' })
    try {
      const { format, samples, truncated } = await decode(audio, {
        signal,
        channels,
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
    /** One array per channel, all of one length. */
    async write(sound: Int16Array[]): Promise<void> {
      const length = sound[0]?.length ?? 0
      const written: Promise<FrameOutcome>[] = []
      for (let from = 0; from < length; from += MAX_FRAME_SAMPLES) {
        const to = Math.min(from + MAX_FRAME_SAMPLES, length)
        for (const [channel, all] of sound.entries()) {
          const samples = all.slice(from, to)
          written.push(recorder.frame(recordingId, { channel, sequence, offset, samples }))
        }
        sequence++
        offset += to - from
      }
      const results = await Promise.allSettled(written)
      const failed = results.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      if (results.some((one) => one.status === 'fulfilled' && one.value.kind === 'missing'))
        throw new AppError('unavailable', 'storage_failed', 'O áudio não pôde ser guardado.')
    },
  }
}
