/** The seam between recording (which keeps sound) and transcription (which reads it). */
import type { ChannelPosition } from '../contract/channel.ts'

/**
 * A take of a consultation. Its audio starts at `startMs` of the consultation's recorded timeline.
 */
export interface RecordingInfo {
  id: string
  consultationId: string
  organizationId: string
  channels: number
  state: 'recording' | 'paused' | 'finished'
  startMs: number
  /** Its sound was erased, by age or by a person. */
  soundErasedAt?: Date
}

/** Durable audio, read back in the clear. Nothing is ever handed out that was not acknowledged. */
export interface AudioReader {
  getRecording(recordingId: string): Promise<RecordingInfo>
  /** What is on disk, per channel. */
  positions(recordingId: string): Promise<ChannelPosition[]>
  /**
   * PCM16 mono 16 kHz, samples [from, to) of one channel; shorter when less is held.
   * Gaps that were given up on read as silence.
   */
  read(recordingId: string, channel: number, from: number, to: number): Promise<Int16Array>
}

/**
 * Told after the fact is durable. Must not throw and must return at once: work is queued, not done
 * here.
 */
export interface RecordingListener {
  /**
   * More samples of a live recording are on disk; `heldSamples` counts from the start of the
   * channel.
   */
  onAudio(recording: RecordingInfo, channel: number, heldSamples: number): void
  onPaused(recording: RecordingInfo): void
  /**
   * No more will come. A crash between the disk and this call is made good at the next start, so it
   * may be told twice. A promise is waited for: it resolves when the work that follows can no
   * longer be forgotten.
   */
  onFinished(recording: RecordingInfo): void | Promise<void>
  /**
   * It is being erased: resolves when nothing that was written of it is left. May be told twice.
   */
  onRemoved(recording: RecordingInfo): Promise<void>
}
