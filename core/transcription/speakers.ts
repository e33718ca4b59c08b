import type { AudioReader } from '../recording/ports.ts'
import type { TranscriptSegment } from './ports.ts'

export type NameSpeakers = (segments: readonly TranscriptSegment[]) => Promise<TranscriptSegment[]>

/**
 * Who speaks, as far as the channels tell: where a recording holds the remote side too, the
 * microphone is the doctor and the remote side the patient (SPEC-GAPS 2.5). What a person said of a
 * segment goes before it; one channel alone tells nothing.
 */
export function speakersByChannel(audio: Pick<AudioReader, 'positions'>): NameSpeakers {
  async function hasRemoteSide(recordingId: string): Promise<boolean> {
    // A recording that is gone is not asked for long.
    const positions = await audio.positions(recordingId).catch(() => [])
    return positions.some(({ channel, next_offset }) => channel === 1 && next_offset > 0)
  }

  return async (segments) => {
    const remote = new Set(
      segments.filter(({ channel }) => channel === 'remote').map(({ recordingId }) => recordingId),
    )
    for (const recordingId of new Set(segments.map((segment) => segment.recordingId)))
      if (!remote.has(recordingId) && (await hasRemoteSide(recordingId))) remote.add(recordingId)
    return segments.map((segment) => {
      if (segment.speaker !== null || !remote.has(segment.recordingId)) return segment
      return { ...segment, speaker: segment.channel === 'mic' ? 'doctor' : 'patient' }
    })
  }
}
