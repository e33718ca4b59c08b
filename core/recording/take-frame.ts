/**
 * A frame of sound on its way to the disk: judged by what is held, refused by how its recording
 * stands, written, and told.
 */
import type { ChannelPosition } from '../contract/channel.ts'
import { type AudioFrame, SAMPLE_RATE_HZ } from '../contract/frames.ts'
import type { consentGate } from './consent-gate.ts'
import { judgeFrame } from './judge-frame.ts'
import { frameFacts, infoOf, type OpenRecordings } from './open-recordings.ts'
import type { RecorderDeps, RecorderLimits } from './recorder-deps.ts'
import { frameConflict, recordingFinished, recordingTooLong, unknownRecording } from './refusals.ts'

/** Full scale of PCM16. */
const FULL_SCALE = 32_768

/** `position` is what is on the disk now, for `missing` also where to send again from. */
export interface FrameOutcome {
  kind: 'held' | 'duplicate' | 'missing'
  position: ChannelPosition
}

type Deps = Pick<RecorderDeps, 'listener' | 'log' | 'requireRoom'> &
  Pick<RecorderLimits, 'maxDurationMs'> & {
    open: OpenRecordings
    consent: Pick<ReturnType<typeof consentGate>, 'require'>
  }

export function takeFrame({ listener, log, requireRoom, maxDurationMs, open, consent }: Deps) {
  const maxSamples = (maxDurationMs / 1000) * SAMPLE_RATE_HZ

  /**
   * Resolves when the frame's fate is on the disk. Call it in the order of arrival without waiting
   * in between: that is what lets many frames share one flush.
   * @throws {AppError} `not_found`, `frame_conflict`, `recording_finished`, `recording_too_long`,
   * `consent_refused`, `consent_required`, `storage_full`, `storage_failed`
   */
  return async (recordingId: string, frame: AudioFrame): Promise<FrameOutcome> => {
    const { one, audio, levels } = await open.get(recordingId)
    const { channel, sequence } = frame
    if (channel >= one.channels) throw frameConflict()
    const verdict = judgeFrame(
      audio.next(channel),
      { sequence, ...frameFacts(frame) },
      audio.facts(channel, sequence),
      maxSamples,
    )
    const outcome = (kind: FrameOutcome['kind']): FrameOutcome => {
      const { nextSequence, nextOffset } =
        kind === 'missing' ? audio.next(channel) : audio.durable(channel)
      return {
        kind,
        position: { channel, next_sequence: nextSequence, next_offset: nextOffset },
      }
    }
    if (verdict.kind === 'conflict') throw frameConflict()
    if (verdict.kind === 'duplicate') return outcome('duplicate')
    if (one.state === 'finished') throw recordingFinished()
    if (one.soundErasedAt) throw unknownRecording()
    if (verdict.kind === 'missing') return outcome('missing')
    if (verdict.kind === 'too_long') throw recordingTooLong(maxDurationMs)
    consent.require(one.consultationId)
    requireRoom?.()

    await audio.append(frame)
    levels?.[channel]?.push(frame.samples, FULL_SCALE)
    open.touch(recordingId).catch((err) => log.warn('recording.touch_failed', { recordingId, err }))
    // An upload is no live sound: it is read when it ends, if it can be read to its end.
    if (one.source === 'live')
      listener.onAudio(infoOf(one), channel, audio.durable(channel).nextOffset)
    return outcome('held')
  }
}
