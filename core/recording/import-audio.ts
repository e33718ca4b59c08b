/**
 * A finished audio file becomes an ordinary finished recording, so that everything after it is the
 * same. Its sender names the recording: a file whose answer was lost is sent again under the same
 * name, and is heard once.
 */
import type { Consultation } from '../consultation/consultation.ts'
import type { RecordingStatement } from '../contract/channel.ts'
import { MAX_FRAME_SAMPLES } from '../contract/frames.ts'
import type { ShareOf } from '../engine/fair-shares.ts'
import { AppError } from '../errors.ts'
import type { InputUse } from '../input-use/input-use.ts'
import { keyedQueue } from './keyed-queue.ts'
import type { DecodeAudio, EncodedAudio } from './ports.ts'
import type { FrameOutcome, Recorder } from './recorder.ts'
import { idTaken } from './refusals.ts'
import { useOfSound } from './sound-use.ts'
import { toMs } from './statement.ts'

interface Deps {
  recorder: Recorder
  decode: DecodeAudio
  shareOf?: ShareOf | undefined
}

export interface ImportedAudio {
  recordingId: string
  format: string
  durationMs: number
  /** What of the file's sound is there: holes, a broken end, channels without sound. */
  use: InputUse
  statement: RecordingStatement
}

export interface ImportAudioInput {
  consultation: Consultation
  recordingId: string
  audio: EncodedAudio
  /**
   * 2: microphone and remote side, as in a live recording; else the file is one sound, whatever its
   * channels.
   */
  channels: 1 | 2
  signal: AbortSignal
}

export type ImportAudio = (input: ImportAudioInput) => Promise<ImportedAudio>

/**
 * @returns also of a file that is there already under this name
 * @throws {AppError} of `DecodeAudio`, of `Recorder.start` and of the storage; then nothing of the
 * file is kept. `recording_conflict` when another recording has the name
 */
export function importAudio({ recorder, decode, shareOf }: Deps): ImportAudio {
  const inTurn = keyedQueue()

  async function keep(input: ImportAudioInput): Promise<ImportedAudio> {
    const { consultation, recordingId, audio, channels, signal } = input
    const frames = frameWriter(recorder, recordingId)
    try {
      const onSamples = frames.write
      const share = await shareOf?.(consultation.id)
      const how = { signal, channels, share, onSamples }
      const { format, samples, unused } = await decode(audio, how)
      const end = { recordingId, claims: null, acceptGaps: false, unused }
      const outcome = await recorder.finish(end)
      if (outcome.kind !== 'finished') throw new Error('upload lost frames')
      return imported(recordingId, format, samples, outcome.statement)
    } catch (error) {
      await recorder.discard(recordingId)
      throw error
    }
  }

  async function imported(
    recordingId: string,
    format: string,
    samples: number,
    statement: RecordingStatement,
  ): Promise<ImportedAudio> {
    const use = (await recorder.soundUse(recordingId)) ?? useOfSound(statement, [])
    return { recordingId, format, durationMs: toMs(samples), use, statement }
  }

  /** It is there: proven by its sound, as long as that is kept, and by its length after that. */
  async function recognize(input: ImportAudioInput): Promise<ImportedAudio> {
    const { consultation, recordingId, audio, channels, signal } = input
    const statement = await recorder.statement(recordingId)
    const { soundErasedAt } = await recorder.getRecording(recordingId)
    let at = 0
    const { format, samples } = await decode(audio, {
      signal,
      channels,
      share: await shareOf?.(consultation.id),
      async onSamples(sound) {
        const from = at
        at += sound[0]?.length ?? 0
        if (soundErasedAt) return
        for (const [channel, sent] of sound.entries())
          if (!isSame(sent, await recorder.read(recordingId, channel, from, at))) throw idTaken()
      },
    })
    if (!statement?.channels.every(({ held_samples }) => held_samples === samples)) throw idTaken()
    return imported(recordingId, format, samples, statement)
  }

  return (input) =>
    inTurn(input.recordingId, async () => {
      const { consultation, recordingId, channels } = input
      const start = () => recorder.start({ consultation, recordingId, channels, source: 'upload' })
      // Consent, and whether a recording is running, before the work of decoding.
      const { state, channels: held } = await start()
      if (state === 'finished') return recognize(input)
      // Left by a first try that failed and could not even be removed.
      if (held.some(({ next_sequence }) => next_sequence > 0)) {
        await recorder.discard(recordingId)
        await start()
      }
      return keep(input)
    })
}

function isSame(one: Int16Array, other: Int16Array): boolean {
  return one.length === other.length && one.every((sample, at) => sample === other[at])
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
