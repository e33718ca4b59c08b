/** What recording needs of the disk and the database. */
import type { RecordingStatement } from '../contract/channel.ts'
import type { AudioFrame } from '../contract/frames.ts'
import type { InputUse } from '../input-use/input-use.ts'
import type { RecordingInfo } from './ports.ts'

/** Where the next frame of a channel goes. */
export interface Cursor {
  nextSequence: number
  /** In samples. */
  nextOffset: number
}

/** A frame that is held, without its sound. */
export interface FrameFacts {
  offset: number
  /** In samples. */
  count: number
  /** CRC-32C of the samples. */
  checksum: number
}

/** Samples [from, to) that are not there. */
export interface Gap {
  from: number
  to: number
}

/** Everything one channel holds. */
export interface HeldChannel extends Cursor {
  channel: number
  heldSamples: number
  gaps: Gap[]
  /** Hex, over the little-endian PCM16 bytes that are held, in order, gaps left out. */
  sha256: string
}

export interface AudioLocation {
  recordingId: string
  consultationId: string
  channels: number
}

/** The sound of one recording. All calls that return at once speak of this very moment. */
export interface RecordingAudio {
  /** Counts frames that are on their way to the disk. */
  next(channel: number): Cursor
  /** Everything before it is on the disk. */
  durable(channel: number): Cursor
  /** A frame that is held or on its way. */
  facts(channel: number, sequence: number): FrameFacts | undefined
  /**
   * Resolves when the frame is on the disk, in order. It must be the next one (`next`); an offset
   * beyond the next leaves a gap. After a failure `next` is `durable` again: nothing after the
   * failed frame is kept.
   * @throws {AppError} `storage_full`, `storage_failed`
   */
  append(frame: AudioFrame): Promise<void>
  /** When nothing is on its way any more; never rejects. */
  settled(): Promise<void>
  summary(): Promise<HeldChannel[]>
  /** Samples [from, to), of what is on the disk; gaps read as silence. */
  read(channel: number, from: number, to: number): Promise<Int16Array>
}

export interface AudioStore {
  /**
   * The same object while it is open; its files are made when they are not there.
   * @param isNew it was made just now: nothing of it can be anywhere
   */
  open(location: AudioLocation, isNew?: boolean): Promise<RecordingAudio>
  /** For recordings that take no more frames: quick, and leaves the files as they are. */
  openFinished(location: AudioLocation): Promise<RecordingAudio>
  /** As it is at this moment, while another server writes it; nothing stays open. */
  peek(location: AudioLocation): Promise<RecordingAudio>
  /** It will take no more frames. */
  release(recordingId: string): Promise<void>
  remove(location: AudioLocation): Promise<void>
  /** Nothing of what was removed until now is left, not even sealed. */
  emptyJournal(): Promise<void>
  close(): Promise<void>
}

/**
 * `client`: with its statement. `superseded`: another recording of the consultation began.
 * `abandoned`: idle too long.
 */
export type RecordingEnd = 'client' | 'superseded' | 'abandoned'

export interface StoredRecording extends RecordingInfo {
  source: 'live' | 'upload'
  startedAt: Date
  /** Last sign of life, to the minute. */
  touchedAt: Date
  finishedAt: Date | null
  endedBy: RecordingEnd | null
  statement: RecordingStatement | null
  /** How much of its sound is there; null until it ended, and of those of earlier versions. */
  use: InputUse | null
  /** False until the listener has taken note of the end. */
  announced: boolean
  /** As of the last pause or end; the files know better while it is open. */
  held: HeldChannel[]
  /** Per channel: sound that the client says it never captured, in ms. */
  lostMs: number[]
  /**
   * Retention or a person took its sound away; what was said, what was held and its digest stay on
   * record.
   */
  soundErasedAt?: Date
}

export type RecordingChange = Partial<
  Pick<
    StoredRecording,
    | 'state'
    | 'touchedAt'
    | 'finishedAt'
    | 'endedBy'
    | 'statement'
    | 'use'
    | 'announced'
    | 'held'
    | 'lostMs'
  >
>

/** Durable when it resolves. */
export interface RecordingRepository {
  create(recording: StoredRecording): Promise<void>
  find(id: string): Promise<StoredRecording | undefined>
  /** In order of start. */
  listByConsultation(consultationId: string): Promise<StoredRecording[]>
  listOpen(): Promise<StoredRecording[]>
  /** Finished, and the listener may not know. */
  listUnannounced(): Promise<StoredRecording[]>
  update(id: string, change: RecordingChange): Promise<void>
  /**
   * From here on its sound is nobody's: its files may go, and go when this process does not live to
   * remove them.
   * @throws {AppError} `legal_hold`, asked for in the same transaction
   */
  markSoundForDeletion(one: Pick<StoredRecording, 'id' | 'consultationId'>, at: Date): Promise<void>
  remove(id: string): Promise<void>
}

/** How a consultation follows its recordings. */
export interface RecordingConsultations {
  updateRecorded(
    consultationId: string,
    recorded: {
      status: 'open' | 'recording' | 'paused' | 'finished'
      recordedMs: number
      /** When the last of them ended; null while one goes on. */
      finishedAt: Date | null
    },
  ): Promise<void>
}
