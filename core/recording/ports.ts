/** The seam between recording (which keeps sound) and transcription (which reads it). */

import type { ChannelPosition } from '../contract/channel.ts'
import type { Share } from '../engine/fair-shares.ts'
import type { UnusedPart } from '../input-use/input-use.ts'

// Finished audio files: how they are kept while they are read, and what reads them.

/** A file as it was sent, any format. */
export interface EncodedAudio {
  readonly sizeBytes: number
  /** Bytes [from, to), fewer at the end. */
  read(from: number, to: number): Promise<Uint8Array>
}

/**
 * A place for a file that is arriving: unreadable for others, and gone when it is disposed of or
 * the process ends.
 */
export interface UploadSpool extends AsyncDisposable {
  /** @throws {AppError} `storage_full`, `storage_failed` */
  append(bytes: Uint8Array): Promise<void>
  readonly content: EncodedAudio
}

/** @throws {AppError} `storage_full`, `storage_failed` */
export type OpenUploadSpool = () => Promise<UploadSpool>

export interface DecodeOptions {
  signal: AbortSignal
  /**
   * 1: everything mixed. 2: the two channels of the file kept apart; a file of any other number is
   * `audio_invalid`.
   */
  channels: 1 | 2
  /** Whose file it is: places are shared over doctors. */
  share?: Share | undefined
  /**
   * PCM16 16 kHz in order, one array per channel, all of one length; the decoder waits for each.
   */
  onSamples(samples: Int16Array[]): Promise<void>
}

export interface DecodedFile {
  /**
   * `wav`, `webm`, `ogg`, `mp3`, `m4a`, `aac`, `flac`, `aiff`, `caf` or `au`: what it is, whatever
   * its name.
   */
  format: string
  /** Per channel. */
  samples: number
  /**
   * Where it is damaged or ends before it should, and channels without sound. What could be decoded
   * was handed out, silence in place of what is missing.
   */
  unused: UnusedPart[]
}

/**
 * Decodes a file, whatever its name says it is.
 * @throws {AppError} `audio_empty`, `audio_unsupported`, `audio_invalid`, `audio_too_long`,
 * `engine_busy`, `decoder_failed`; `signal.reason` when aborted
 */
export type DecodeAudio = (audio: EncodedAudio, options: DecodeOptions) => Promise<DecodedFile>

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
  /** This server writes it from now on; another did before, or none. Not told where one serves. */
  onTaken?(recording: RecordingInfo): void
  /** Another server writes it from now on. Not told where one serves. */
  onLost?(recordingId: string): Promise<void>
  /**
   * It is being erased: resolves when nothing that was written of it is left. May be told twice.
   */
  onRemoved(recording: RecordingInfo): Promise<void>
}
