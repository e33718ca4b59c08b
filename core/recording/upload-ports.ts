/** Finished audio files: how they are kept while they are read, and what reads them. */
import type { Share } from '../engine/fair-shares.ts'
import type { UnusedPart } from '../input-use/input-use.ts'

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
